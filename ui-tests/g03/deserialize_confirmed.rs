// G3 E0277: reads a confirmed call from the wire
use countersign::*;
use fixtures::*;

pub fn forge() {
    drop(read::<Confirmed<DeleteDraft>>());
}

fn main() {}
