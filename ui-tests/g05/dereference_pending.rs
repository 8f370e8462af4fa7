// G5 E0614: dereferences a call that waits, as a body does with its own
use countersign::*;
use fixtures::*;

pub fn change(call: Pending<DeleteDraft>) {
    let _ = &*call;
}

fn main() {}
