// Twin: stays what it is.
use countersign::*;
use fixtures::*;

pub fn coerce(call: Confirmed<Subtyped<General>, ClientHinted>) {
    let call: Confirmed<Subtyped<General>, ClientHinted> = call;
    drop(call);
}

fn main() {}
