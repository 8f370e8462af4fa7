// G3 E0624: calls what makes an approved call
use countersign::*;
use fixtures::*;

pub fn forge(draft: DeleteDraft) {
    drop(AutoApproved::mint(draft));
}

fn main() {}
