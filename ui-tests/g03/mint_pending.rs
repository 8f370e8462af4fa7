// G3 E0624: calls what makes a call that may be asked about
// No room: E0624 prints the name that is private only; next: make an `Unconfirmed` of the arguments, and route it.
use countersign::*;
use fixtures::*;

pub fn forge(draft: DeleteDraft) {
    drop(Pending::mint(draft));
}

fn main() {}
