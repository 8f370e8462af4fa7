// Twin: reads them.
use countersign::*;
use fixtures::*;

pub fn change(mut call: Granted<'_, DeleteDraft>) {
    let _ = &mut call;
    let _ = call.name.is_empty();
}

fn main() {}
