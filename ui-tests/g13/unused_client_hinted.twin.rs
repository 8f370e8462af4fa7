// Twin: used.
#![deny(unused_must_use)]
use countersign::*;
use fixtures::*;

pub fn handle(call: fn() -> Confirmed<DeleteDraft, ClientHinted>) {
    drop(call());
}

fn main() {}
