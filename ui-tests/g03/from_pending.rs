// G3 E0277: converts a call that waits into a confirmed one
// No room: the text of E0277 is that of the trait, which is core's; next: call `ask`, and handle its refusal.
use countersign::*;
use fixtures::*;

pub fn forge(call: Pending<DeleteDraft>) {
    drop::<Confirmed<DeleteDraft>>(call.into());
}

fn main() {}
