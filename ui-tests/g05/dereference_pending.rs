// G5 E0614: dereferences a call that waits, as a body does with its own
// No room: E0614 prints the type only; next: read the arguments with `call()`.
use countersign::*;
use fixtures::*;

pub fn change(call: Pending<DeleteDraft>) {
    let _ = &*call;
}

fn main() {}
