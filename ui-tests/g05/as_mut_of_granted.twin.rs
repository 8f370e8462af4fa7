// Twin: asks it for them, to read.
use countersign::*;
use fixtures::*;

pub fn change(mut call: Granted<'_, DeleteDraft>) {
    let _ = &mut call;
    let _: &DeleteDraft = &call;
}

fn main() {}
