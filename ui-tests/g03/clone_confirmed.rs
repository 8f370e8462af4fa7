// G3 E0277: copies a confirmed call
use countersign::*;
use fixtures::*;

pub fn forge(call: &Confirmed<DeleteDraft>) {
    drop::<Confirmed<_>>(Clone::clone(call));
}

fn main() {}
