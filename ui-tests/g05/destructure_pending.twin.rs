// Twin: reads the arguments.
use countersign::*;
use fixtures::*;

pub fn change(mut call: Pending<DeleteDraft>) {
    let _ = &mut call;
    let draft = call.call();
    let _ = draft;
}

fn main() {}
