// Twin: takes them out, which gives the grant up.
use countersign::*;
use fixtures::*;

pub fn change(mut call: Granted<'_, DeleteDraft>, other: DeleteDraft) {
    let _ = (&mut call, &other);
    drop(std::mem::replace(&mut call.into_inner(), other));
}

fn main() {}
