// Twin: names a type that is trusted to ask.
use countersign::*;
use fixtures::*;

pub fn confirm(call: Pending<DeleteDraft>) {
    let _ = call.ask(&Yes);
}

fn main() {}
