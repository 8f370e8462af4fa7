// Twin: stays what it is.
use countersign::*;
use fixtures::*;

pub fn coerce(call: &Granted<'_, Subtyped<General>>) {
    let call: &Granted<'_, Subtyped<General>> = call;
    let _ = call;
}

fn main() {}
