// G5 E0451: reaches through the pattern of a call that waits
// No room: E0451 prints the names of the fields only; next: read the arguments with `call()`.
use countersign::*;
use fixtures::*;

pub fn change(mut call: Pending<DeleteDraft>) {
    let _ = &mut call;
    let Pending {
        call: ref mut draft,
        ..
    } = call;
    let _ = draft;
}

fn main() {}
