// G8 E0599: trusts the client with a blocked call
// No room: `Infallible` is core's; next: leave the arm out: a blocked call is only ever refused.
use countersign::*;
use fixtures::*;

pub fn handle(call: Routed<SubmitFiling>, office: &Office) {
    let _ = office;
    match call {
        Routed::ClientHint(call) => drop(call.execute(office)),
    }
}

fn main() {}
