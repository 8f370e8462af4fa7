// G3 E0277: copies a confirmed call
// No room: the text of E0277 is that of the trait, which is core's; next: share a reference, or move it: it is used once.
use countersign::*;
use fixtures::*;

pub fn forge(call: &Confirmed<DeleteDraft>) {
    drop::<Confirmed<_>>(Clone::clone(call));
}

fn main() {}
