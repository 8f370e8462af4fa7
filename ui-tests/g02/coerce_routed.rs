// G2 E0308: a routed call becomes one of a handoff, by subtyping
use countersign::*;
use fixtures::*;

pub fn coerce(call: Routed<Subtyped<General>>) {
    let call: Routed<Subtyped<Special>> = call;
    drop(call);
}

fn main() {}
