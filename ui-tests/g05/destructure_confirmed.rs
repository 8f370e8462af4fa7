// G5 E0451: takes a confirmed call apart
// No room: E0451 prints the names of the fields only; next: read the arguments with `call()`.
use countersign::*;
use fixtures::*;

pub fn change(call: Confirmed<DeleteDraft>) {
    let Confirmed { call: draft, .. } = call;
    drop(draft);
}

fn main() {}
