// Twin: copies its arguments.
use countersign::*;
use fixtures::*;

pub fn forge(call: &Granted<'_, DeleteDraft>) {
    drop::<DeleteDraft>(Clone::clone(&**call));
}

fn main() {}
