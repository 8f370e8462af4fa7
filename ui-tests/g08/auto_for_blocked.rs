// G8 E0599: takes the automatic route for a blocked call
use countersign::*;
use fixtures::*;

pub fn handle(call: Routed<SubmitFiling>, office: &Office) {
    let _ = office;
    match call {
        Routed::Auto(call) => drop(call.execute(office)),
    }
}

fn main() {}
