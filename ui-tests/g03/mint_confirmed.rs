// G3 E0624: calls what makes a confirmed call
// No room: E0624 prints the name that is private only; next: make an `Unconfirmed` of the arguments, and route it; `ask` gives a `Confirmed`.
use countersign::*;
use fixtures::*;

pub fn forge(draft: DeleteDraft) {
    drop(Confirmed::<DeleteDraft>::mint(draft));
}

fn main() {}
