// Twin: prints the guard.
use countersign::{tier::*, *};
use fixtures::*;

pub fn log(guarded: &Guarded<Secret, Block>) -> String {
    format!("{:?}", guarded)
}

fn main() {}
