// G13 no code: unused `countersign::Pending` that must be used
#![deny(unused_must_use)]
use countersign::*;
use fixtures::*;

pub fn handle(call: fn() -> Pending<DeleteDraft>) {
    call();
}

fn main() {}
