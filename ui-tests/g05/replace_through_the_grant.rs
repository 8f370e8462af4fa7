// G5 E0596: swaps the arguments of a running call
use countersign::*;
use fixtures::*;

pub fn change(mut call: Granted<'_, DeleteDraft>, other: DeleteDraft) {
    let _ = (&mut call, &other);
    drop(std::mem::replace(&mut *call, other));
}

fn main() {}
