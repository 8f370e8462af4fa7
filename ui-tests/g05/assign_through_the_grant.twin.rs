// Twin: compares them.
use countersign::*;
use fixtures::*;

pub fn change(mut call: Granted<'_, DeleteDraft>, other: DeleteDraft) {
    let _ = (&mut call, &other);
    let _ = *call == other;
}

fn main() {}
