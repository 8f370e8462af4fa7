// G2 E0308: a borrowed grant becomes one of a handoff, by subtyping
// No room: E0308 prints the two types only; next: route the call as one of its own tool: a state keeps its tool.
use countersign::*;
use fixtures::*;

pub fn coerce(call: &Granted<'_, Subtyped<General>>) {
    let call: &Granted<'_, Subtyped<Special>> = call;
    let _ = call;
}

fn main() {}
