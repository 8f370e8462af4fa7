// Twin: stays what it is.
use countersign::*;
use fixtures::*;

pub fn coerce(call: AutoApproved<Subtyped<General>>) {
    let call: AutoApproved<Subtyped<General>> = call;
    drop(call);
}

fn main() {}
