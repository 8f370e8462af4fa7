// G14 E0277: prints what a guard holds
use countersign::{tier::*, *};
use fixtures::*;

pub fn log(guarded: &Guarded<Secret, Block>) -> String {
    format!("{}", guarded)
}

fn main() {}
