// G5 E0594: changes the arguments after the approval
use countersign::*;
use fixtures::*;

pub fn change(mut call: AutoApproved<ListFilings>) {
    let _ = &mut call;
    call.call().name = String::new();
}

fn main() {}
