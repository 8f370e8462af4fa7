// G3 E0277: converts a call that waits into a confirmed one
use countersign::*;
use fixtures::*;

pub fn forge(call: Pending<DeleteDraft>) {
    drop::<Confirmed<DeleteDraft>>(call.into());
}

fn main() {}
