// Twin: reads the arguments.
use countersign::*;
use fixtures::*;

pub fn change(mut call: Granted<'_, DeleteDraft>) {
    let _ = &mut call;
    let draft = &*call;
    let _ = draft;
}

fn main() {}
