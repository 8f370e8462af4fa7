// G5 E0594: changes the arguments while the body runs
// No room: E0594 prints the place that cannot be written to only; next: clone the arguments, or take them with `into_inner`, and change those.
use countersign::*;
use fixtures::*;

pub fn change(mut call: Granted<'_, DeleteDraft>) {
    let _ = &mut call;
    call.name = String::new();
}

fn main() {}
