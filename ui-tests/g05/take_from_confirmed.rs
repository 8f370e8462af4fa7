// G5 E0308: takes the arguments out of a confirmed call and leaves others there
// No room: E0308 prints the two types only; next: take the call back with `into_unconfirmed`, and route what becomes of it.
use countersign::*;
use fixtures::*;

pub fn take(from: &mut DeleteDraft) -> DeleteDraft {
    std::mem::take(from)
}

pub fn change(call: Confirmed<DeleteDraft>) {
    let _ = take(call.call());
}

fn main() {}
