// Twin: converts them into what anybody can make.
use countersign::*;
use fixtures::*;

pub fn forge(draft: DeleteDraft) {
    drop(Unconfirmed::<DeleteDraft>::from(draft));
}

fn main() {}
