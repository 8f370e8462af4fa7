// G5 E0596: swaps the arguments of a running call
// No room: E0596 prints the place that cannot be borrowed only; next: clone the arguments, or take them with `into_inner`, and change those.
use countersign::*;
use fixtures::*;

pub fn change(mut call: Granted<'_, DeleteDraft>, other: DeleteDraft) {
    let _ = (&mut call, &other);
    drop(std::mem::replace(&mut *call, other));
}

fn main() {}
