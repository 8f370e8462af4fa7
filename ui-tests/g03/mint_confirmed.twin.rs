// Twin: makes what anybody can make.
use countersign::*;
use fixtures::*;

pub fn forge(draft: DeleteDraft) {
    drop(Unconfirmed::new(draft));
}

fn main() {}
