// G3 E0277: reads a routed call from the wire
use countersign::*;
use fixtures::*;

pub fn forge() {
    drop(read::<Routed<DeleteDraft>>());
}

fn main() {}
