// G13 no code: unused `countersign::Confirmed` that must be used
#![deny(unused_must_use)]
use countersign::*;
use fixtures::*;

pub fn handle(call: fn() -> Confirmed<DeleteDraft, ClientHinted>) {
    call();
}

fn main() {}
