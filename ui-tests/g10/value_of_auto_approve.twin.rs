// Twin: has none.
use countersign::tier::*;

pub fn tier() -> AutoApprove<ReadOnly> {
    unreachable!()
}

fn main() {}
