// Twin: reads the arguments.
use countersign::*;
use fixtures::*;

pub fn change(call: Confirmed<DeleteDraft>) {
    let _ = call.call();
}

fn main() {}
