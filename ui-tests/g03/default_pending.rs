// G3 E0277: makes a call that may be asked about out of nothing
// No room: the text of E0277 is that of the trait, which is core's; next: make an `Unconfirmed` of the arguments, and route it.
use fixtures::*;

pub fn forge() {
    drop::<countersign::Pending<DeleteDraft>>(Default::default());
}

fn main() {}
