// G2 E0308: a question about one tool becomes a question about another
// No room: E0308 prints the two types only; next: route the call as one of its own tool: a state keeps its tool.
use countersign::*;
use fixtures::*;

pub fn coerce(call: Pending<Subtyped<General>>) {
    let call: Pending<Subtyped<Special>> = call;
    drop(call);
}

fn main() {}
