// G8 E0005: leaves the impossible arms out while matching a reference
// No room: E0005 prints the patterns that are missing only; next: match on the value, or write all arms.
use countersign::*;
use fixtures::*;

pub fn handle(call: Routed<SubmitFiling>) {
    let _ = &call;
    let Routed::Refused(refusal) = &call;
    let _ = refusal;
}

fn main() {}
