// Twin: used.
#![deny(unused_must_use)]
use countersign::*;

pub fn handle(refusal: fn() -> Refusal) {
    drop(refusal());
}

fn main() {}
