// Twin: stays what it is.
use countersign::*;
use fixtures::*;

pub fn coerce(call: Confirmed<Subtyped<General>>) {
    let call: Confirmed<Subtyped<General>> = call;
    drop(call);
}

fn main() {}
