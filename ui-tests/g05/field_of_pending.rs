// G5 E0616: writes to the private field of a call that waits
use countersign::*;
use fixtures::*;

pub fn change(mut call: Pending<DeleteDraft>, other: DeleteDraft) {
    let _ = (&mut call, &other);
    call.call = other;
}

fn main() {}
