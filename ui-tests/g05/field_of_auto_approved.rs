// G5 E0616: writes to the private field of an approved call
use countersign::*;
use fixtures::*;

pub fn change(mut call: AutoApproved<ListFilings>, other: ListFilings) {
    let _ = (&mut call, &other);
    call.call = other;
}

fn main() {}
