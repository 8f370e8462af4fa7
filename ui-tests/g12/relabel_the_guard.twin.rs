// Twin: leaves it.
use countersign::{tier::*, *};
use fixtures::*;

pub fn relabel(outbox: Outbox) -> Guarded<Mutex<Vec<String>>, Confirm<Handoff>> {
    outbox
}

fn main() {}
