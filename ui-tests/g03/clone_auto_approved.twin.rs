// Twin: copies its arguments.
use countersign::*;
use fixtures::*;

pub fn forge(call: &AutoApproved<ListFilings>) {
    drop::<ListFilings>(Clone::clone(call.call()));
}

fn main() {}
