// Twin: stays what it is.
use countersign::*;
use fixtures::*;

pub fn coerce(call: Routed<Subtyped<General>>) {
    let call: Routed<Subtyped<General>> = call;
    drop(call);
}

fn main() {}
