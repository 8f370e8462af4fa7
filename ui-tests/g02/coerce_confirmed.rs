// G2 E0308: a confirmed call becomes one of a handoff, by subtyping
use countersign::*;
use fixtures::*;

pub fn coerce(call: Confirmed<Subtyped<General>>) {
    let call: Confirmed<Subtyped<Special>> = call;
    drop(call);
}

fn main() {}
