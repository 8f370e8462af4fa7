// Twin: used.
#![deny(unused_must_use)]
use countersign::*;
use fixtures::*;

pub fn handle(call: fn() -> Pending<DeleteDraft>) {
    drop(call());
}

fn main() {}
