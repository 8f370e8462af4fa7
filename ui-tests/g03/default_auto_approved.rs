// G3 E0277: makes an approved call out of nothing
// No room: the text of E0277 is that of the trait, which is core's; next: make an `Unconfirmed` of the arguments, and route it.
use fixtures::*;

pub fn forge() {
    drop::<countersign::AutoApproved<DeleteDraft>>(Default::default());
}

fn main() {}
