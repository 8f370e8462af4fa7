// G2 E0308: a call confirmed by the client becomes one of a handoff, by subtyping
// No room: E0308 prints the two types only; next: route the call as one of its own tool: a state keeps its tool.
use countersign::*;
use fixtures::*;

pub fn coerce(call: Confirmed<Subtyped<General>, ClientHinted>) {
    let call: Confirmed<Subtyped<Special>, ClientHinted> = call;
    drop(call);
}

fn main() {}
