// G3 E0277: copies a running call
use countersign::*;
use fixtures::*;

pub fn forge(call: &Granted<'_, DeleteDraft>) {
    drop::<Granted<'_, _>>(Clone::clone(call));
}

fn main() {}
