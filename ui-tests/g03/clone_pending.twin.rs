// Twin: copies its arguments.
use countersign::*;
use fixtures::*;

pub fn forge(call: &Pending<DeleteDraft>) {
    drop::<DeleteDraft>(Clone::clone(call.call()));
}

fn main() {}
