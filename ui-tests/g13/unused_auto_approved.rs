// G13 no code: unused `countersign::AutoApproved` that must be used
#![deny(unused_must_use)]
use countersign::*;
use fixtures::*;

pub fn handle(call: fn() -> AutoApproved<ListFilings>) {
    call();
}

fn main() {}
