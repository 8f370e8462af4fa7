// G3 E0624: calls what makes a call that may be asked about
use countersign::*;
use fixtures::*;

pub fn forge(draft: DeleteDraft) {
    drop(Pending::mint(draft));
}

fn main() {}
