// G12 E0308: has the guard of a handoff open to what runs without asking
use countersign::{tier::*, *};
use fixtures::*;

pub fn relabel(outbox: Outbox) -> Guarded<Mutex<Vec<String>>, AutoApprove> {
    outbox
}

fn main() {}
