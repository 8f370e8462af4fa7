// Twin: has none.
use countersign::tier::*;

pub fn tier() -> Confirm<Handoff> {
    unreachable!()
}

fn main() {}
