// Twin: matching the owned value may.
use countersign::*;
use fixtures::*;

pub fn handle(call: Routed<SubmitFiling>) {
    let _ = &call;
    let Routed::Refused(refusal) = call;
    let _ = refusal;
}

fn main() {}
