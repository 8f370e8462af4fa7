// Twin: takes the call back.
use countersign::*;
use fixtures::*;

pub fn take(from: &mut DeleteDraft) -> DeleteDraft {
    std::mem::take(from)
}

pub fn change(call: Confirmed<DeleteDraft>) {
    let _ = take(&mut call.into_unconfirmed().into_inner());
}

fn main() {}
