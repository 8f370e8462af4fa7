// G3 E0624: calls what makes a running call
// No room: E0624 prints the name that is private only; next: call `execute`, which makes the grant.
use countersign::*;
use fixtures::*;

pub fn forge(draft: DeleteDraft) {
    drop(Granted::mint(draft));
}

fn main() {}
