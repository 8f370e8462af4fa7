// G5 E0616: writes to the private field of a running call
// No room: E0616 prints the name of the field only; next: clone the arguments, or take them with `into_inner`, and change those.
use countersign::*;
use fixtures::*;

pub fn change(mut call: Granted<'_, DeleteDraft>, other: DeleteDraft) {
    let _ = (&mut call, &other);
    call.call = other;
}

fn main() {}
