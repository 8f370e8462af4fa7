// G3 E0277: converts the arguments into a confirmed call
use countersign::*;
use fixtures::*;

pub fn forge(draft: DeleteDraft) {
    drop(Confirmed::<DeleteDraft>::from(draft));
}

fn main() {}
