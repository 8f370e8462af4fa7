// G5 E0614: dereferences a confirmed call, as a body does with its own
use countersign::*;
use fixtures::*;

pub fn change(call: Confirmed<DeleteDraft>) {
    let _ = &*call;
}

fn main() {}
