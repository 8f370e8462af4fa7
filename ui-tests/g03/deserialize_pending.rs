// G3 E0277: reads a call that may be asked about from the wire
use countersign::*;
use fixtures::*;

pub fn forge() {
    drop(read::<Pending<DeleteDraft>>());
}

fn main() {}
