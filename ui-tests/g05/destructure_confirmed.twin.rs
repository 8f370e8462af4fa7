// Twin: takes the call back.
use countersign::*;
use fixtures::*;

pub fn change(call: Confirmed<DeleteDraft>) {
    let draft = call.into_unconfirmed().into_inner();
    drop(draft);
}

fn main() {}
