// G12 E0308: has the guard of a handoff open to what runs without asking
// No room: E0308 prints the two types only; next: guard a resource of its own for the other tier.
use countersign::{tier::*, *};
use fixtures::*;

pub fn relabel(outbox: Outbox) -> Guarded<Mutex<Vec<String>>, AutoApprove> {
    outbox
}

fn main() {}
