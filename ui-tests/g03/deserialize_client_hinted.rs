// G3 E0277: reads a call confirmed by the client from the wire
use countersign::*;
use fixtures::*;

pub fn forge() {
    drop(read::<Confirmed<DeleteDraft, ClientHinted>>());
}

fn main() {}
