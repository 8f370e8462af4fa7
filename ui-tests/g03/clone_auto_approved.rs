// G3 E0277: copies an approved call
// No room: the text of E0277 is that of the trait, which is core's; next: share a reference, or move it: it is used once.
use countersign::*;
use fixtures::*;

pub fn forge(call: &AutoApproved<ListFilings>) {
    drop::<AutoApproved<_>>(Clone::clone(call));
}

fn main() {}
