// Twin: the arguments may be leaked.
use countersign::*;
use fixtures::*;

pub fn body(call: Granted<'_, DeleteDraft>) {
    let _: &'static DeleteDraft = Box::leak(Box::new(call.into_inner()));
}

fn main() {}
