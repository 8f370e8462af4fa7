// G3 E0277: copies an approved call
use countersign::*;
use fixtures::*;

pub fn forge(call: &AutoApproved<ListFilings>) {
    drop::<AutoApproved<_>>(Clone::clone(call));
}

fn main() {}
