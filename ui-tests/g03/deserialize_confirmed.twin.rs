// Twin: reads an unconfirmed one.
use countersign::*;
use fixtures::*;

pub fn forge() {
    drop(read::<Unconfirmed<DeleteDraft>>());
}

fn main() {}
