// G5 E0594: changes the arguments while the body runs
use countersign::*;
use fixtures::*;

pub fn change(mut call: Granted<'_, DeleteDraft>) {
    let _ = &mut call;
    call.name = String::new();
}

fn main() {}
