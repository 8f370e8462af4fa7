// Twin: has none.
use countersign::tier::*;

pub fn tier() -> Block {
    unreachable!()
}

fn main() {}
