// Twin: keeps the arguments.
use countersign::*;
use fixtures::*;

pub fn body(call: Granted<'_, DeleteDraft>) {
    let draft = call.into_inner();
    let _ = &draft;
    drop(draft);
}

fn main() {}
