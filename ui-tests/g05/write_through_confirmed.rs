// G5 E0594: changes the arguments after the yes
use countersign::*;
use fixtures::*;

pub fn change(mut call: Confirmed<DeleteDraft>) {
    let _ = &mut call;
    call.call().name = String::new();
}

fn main() {}
