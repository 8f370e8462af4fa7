// G3 E0624: calls what makes an approved call
// No room: E0624 prints the name that is private only; next: make an `Unconfirmed` of the arguments, and route it.
use countersign::*;
use fixtures::*;

pub fn forge(draft: DeleteDraft) {
    drop(AutoApproved::mint(draft));
}

fn main() {}
