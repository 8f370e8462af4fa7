// G2 E0308: a borrowed grant becomes one of a handoff, by subtyping
use countersign::*;
use fixtures::*;

pub fn coerce(call: &Granted<'_, Subtyped<General>>) {
    let call: &Granted<'_, Subtyped<Special>> = call;
    let _ = call;
}

fn main() {}
