// Twin: reads which command was refused.
use countersign::*;

pub fn log(refusal: &Refusal) -> &'static str {
    refusal.command().key()
}

fn main() {}
