// G5 E0616: writes to the private field of a confirmed call
use countersign::*;
use fixtures::*;

pub fn change(mut call: Confirmed<DeleteDraft>, other: DeleteDraft) {
    let _ = (&mut call, &other);
    call.call = other;
}

fn main() {}
