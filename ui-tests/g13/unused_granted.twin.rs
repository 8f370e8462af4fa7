// Twin: used.
#![deny(unused_must_use)]
use countersign::*;
use fixtures::*;

pub fn handle<'g>(call: fn() -> Granted<'g, DeleteDraft>) {
    drop(call());
}

fn main() {}
