// Twin: stays what it is.
use countersign::*;
use fixtures::*;

pub fn coerce(call: Pending<Subtyped<General>>) {
    let call: Pending<Subtyped<General>> = call;
    drop(call);
}

fn main() {}
