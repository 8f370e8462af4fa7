// G5 E0451: reaches through the pattern of a running call
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
