// G2 E0308: a question about one tool becomes a question about another
use countersign::*;
use fixtures::*;

pub fn coerce(call: Pending<Subtyped<General>>) {
    let call: Pending<Subtyped<Special>> = call;
    drop(call);
}

fn main() {}
