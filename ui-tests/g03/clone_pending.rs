// G3 E0277: copies a call that may be asked about
use countersign::*;
use fixtures::*;

pub fn forge(call: &Pending<DeleteDraft>) {
    drop::<Pending<_>>(Clone::clone(call));
}

fn main() {}
