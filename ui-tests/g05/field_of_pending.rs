// G5 E0616: writes to the private field of a call that waits
// No room: E0616 prints the name of the field only; next: take the call back with `into_unconfirmed`, change it, and route it again.
use countersign::*;
use fixtures::*;

pub fn change(mut call: Pending<DeleteDraft>, other: DeleteDraft) {
    let _ = (&mut call, &other);
    call.call = other;
}

fn main() {}
