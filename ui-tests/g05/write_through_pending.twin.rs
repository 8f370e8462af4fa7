// Twin: reads them.
use countersign::*;
use fixtures::*;

pub fn change(mut call: Pending<DeleteDraft>) {
    let _ = &mut call;
    let _ = call.call().name.is_empty();
}

fn main() {}
