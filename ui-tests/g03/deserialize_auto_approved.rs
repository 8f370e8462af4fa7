// G3 E0277: reads an approved call from the wire
use countersign::*;
use fixtures::*;

pub fn forge() {
    drop(read::<AutoApproved<DeleteDraft>>());
}

fn main() {}
