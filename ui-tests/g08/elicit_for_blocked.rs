// G8 E0599: asks about a blocked call
use countersign::*;
use fixtures::*;

pub fn handle(call: Routed<SubmitFiling>) {
    match call {
        Routed::Elicit(call) => drop(call.ask(&Yes)),
    }
}

fn main() {}
