// Twin: used.
#![deny(unused_must_use)]
use countersign::*;
use fixtures::*;

pub fn handle(call: Unconfirmed<ListFilings>) {
    drop(Unconfirmed::new(call.into_inner()));
}

fn main() {}
