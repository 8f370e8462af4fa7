// Twin: asks it for them, to read.
use countersign::*;
use fixtures::*;

pub fn change(mut call: Confirmed<DeleteDraft>) {
    let _ = &mut call;
    let _: &DeleteDraft = call.call();
}

fn main() {}
