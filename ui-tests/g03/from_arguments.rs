// G3 E0277: converts the arguments into a confirmed call
// No room: the text of E0277 is that of the trait, which is core's; next: make an `Unconfirmed` of the arguments, and route it.
use countersign::*;
use fixtures::*;

pub fn forge(draft: DeleteDraft) {
    drop(Confirmed::<DeleteDraft>::from(draft));
}

fn main() {}
