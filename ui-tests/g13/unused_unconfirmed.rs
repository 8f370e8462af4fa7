// G13 no code: unused `countersign::Unconfirmed` that must be used
#![deny(unused_must_use)]
use countersign::*;
use fixtures::*;

pub fn handle(call: Unconfirmed<ListFilings>) {
    Unconfirmed::new(call.into_inner());
}

fn main() {}
