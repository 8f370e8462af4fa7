// G3 E0624: calls what makes a confirmed call
use countersign::*;
use fixtures::*;

pub fn forge(draft: DeleteDraft) {
    drop(Confirmed::<DeleteDraft>::mint(draft));
}

fn main() {}
