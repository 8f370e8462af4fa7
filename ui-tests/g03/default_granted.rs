// G3 E0277: makes a running call out of nothing
// No room: the text of E0277 is that of the trait, which is core's; next: call `execute`, which makes the grant.
use fixtures::*;

pub fn forge() {
    drop::<countersign::Granted<'_, DeleteDraft>>(Default::default());
}

fn main() {}
