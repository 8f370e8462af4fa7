// G3 E0624: calls what makes a running call
use countersign::*;
use fixtures::*;

pub fn forge(draft: DeleteDraft) {
    drop(Granted::mint(draft));
}

fn main() {}
