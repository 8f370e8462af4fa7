// G13 no code: unused `countersign::Granted` that must be used
#![deny(unused_must_use)]
use countersign::*;
use fixtures::*;

pub fn handle<'g>(call: fn() -> Granted<'g, DeleteDraft>) {
    call();
}

fn main() {}
