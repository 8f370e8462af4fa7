// Twin: reads the arguments.
use countersign::*;
use fixtures::*;

pub fn change(call: Pending<DeleteDraft>) {
    let _ = call.call();
}

fn main() {}
