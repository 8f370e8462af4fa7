// G5 E0616: writes to the private field of a running call
use countersign::*;
use fixtures::*;

pub fn change(mut call: Granted<'_, DeleteDraft>, other: DeleteDraft) {
    let _ = (&mut call, &other);
    call.call = other;
}

fn main() {}
