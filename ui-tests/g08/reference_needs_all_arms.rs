// G8 E0005: leaves the impossible arms out while matching a reference
use countersign::*;
use fixtures::*;

pub fn handle(call: Routed<SubmitFiling>) {
    let _ = &call;
    let Routed::Refused(refusal) = &call;
    let _ = refusal;
}

fn main() {}
