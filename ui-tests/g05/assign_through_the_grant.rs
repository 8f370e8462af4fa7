// G5 E0594: puts other arguments under a running call
use countersign::*;
use fixtures::*;

pub fn change(mut call: Granted<'_, DeleteDraft>, other: DeleteDraft) {
    let _ = (&mut call, &other);
    *call = other;
}

fn main() {}
