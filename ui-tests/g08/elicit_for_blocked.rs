// G8 E0599: asks about a blocked call
// No room: `Infallible` is core's; next: leave the arm out: a blocked call is only ever refused.
use countersign::*;
use fixtures::*;

pub fn handle(call: Routed<SubmitFiling>) {
    match call {
        Routed::Elicit(call) => drop(call.ask(&Yes)),
    }
}

fn main() {}
