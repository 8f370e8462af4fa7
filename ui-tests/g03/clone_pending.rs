// G3 E0277: copies a call that may be asked about
// No room: the text of E0277 is that of the trait, which is core's; next: share a reference, or move it: it is used once.
use countersign::*;
use fixtures::*;

pub fn forge(call: &Pending<DeleteDraft>) {
    drop::<Pending<_>>(Clone::clone(call));
}

fn main() {}
