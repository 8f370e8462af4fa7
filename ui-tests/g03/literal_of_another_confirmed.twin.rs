// Twin: takes the call back, to change it.
use countersign::*;
use fixtures::*;

pub fn forge(other: DeleteDraft, call: Confirmed<DeleteDraft>) {
    let _ = &other;
    drop(call.into_unconfirmed());
}

fn main() {}
