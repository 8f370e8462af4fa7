// G5 E0451: reaches through the pattern of a running call
// No room: E0451 prints the names of the fields only; next: read the arguments: the grant dereferences to them.
use countersign::*;
use fixtures::*;

pub fn change(mut call: Granted<'_, DeleteDraft>) {
    let _ = &mut call;
    let Granted {
        call: ref mut draft,
        ..
    } = call;
    let _ = draft;
}

fn main() {}
