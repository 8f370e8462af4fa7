// Twin: used.
#![deny(unused_must_use)]
use countersign::*;
use fixtures::*;

pub fn handle(call: fn() -> AutoApproved<ListFilings>) {
    drop(call());
}

fn main() {}
