// G5 E0594: puts other arguments under a running call
// No room: E0594 prints the place that cannot be written to only; next: clone the arguments, or take them with `into_inner`, and change those.
use countersign::*;
use fixtures::*;

pub fn change(mut call: Granted<'_, DeleteDraft>, other: DeleteDraft) {
    let _ = (&mut call, &other);
    *call = other;
}

fn main() {}
