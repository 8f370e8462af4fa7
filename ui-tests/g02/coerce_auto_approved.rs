// G2 E0308: an approved call becomes one of a handoff, by subtyping
use countersign::*;
use fixtures::*;

pub fn coerce(call: AutoApproved<Subtyped<General>>) {
    let call: AutoApproved<Subtyped<Special>> = call;
    drop(call);
}

fn main() {}
