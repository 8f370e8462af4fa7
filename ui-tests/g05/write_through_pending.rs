// G5 E0594: changes the arguments while a human looks at them
use countersign::*;
use fixtures::*;

pub fn change(mut call: Pending<DeleteDraft>) {
    let _ = &mut call;
    call.call().name = String::new();
}

fn main() {}
