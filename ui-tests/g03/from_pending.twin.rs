// Twin: asks.
use countersign::*;
use fixtures::*;

pub fn forge(call: Pending<DeleteDraft>) {
    drop(call.ask(&Yes));
}

fn main() {}
