// Twin: reads the arguments.
use countersign::*;
use fixtures::*;

pub fn change(mut call: Pending<DeleteDraft>, other: DeleteDraft) {
    let _ = (&mut call, &other);
    let _ = call.call() == &other;
}

fn main() {}
