// Twin: tells that it was refused.
use countersign::*;
use fixtures::*;

pub fn handle(call: Routed<SubmitFiling>, office: &Office) {
    let _ = office;
    match call {
        Routed::Refused(refusal) => drop(refusal.to_string()),
    }
}

fn main() {}
