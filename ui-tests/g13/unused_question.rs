// G13 no code: unused `countersign::trusted::Question` that must be used
#![deny(unused_must_use)]
use countersign::trusted::*;

pub fn handle<'q>(question: fn() -> Question<'q>) {
    question();
}

fn main() {}
