// G13 no code: unused `countersign::Refusal` that must be used
#![deny(unused_must_use)]
use countersign::*;

pub fn handle(refusal: fn() -> Refusal) {
    refusal();
}

fn main() {}
