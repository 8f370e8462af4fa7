// G8 E0005: takes for granted that a handoff is always refused
// No room: E0005 prints the patterns that are missing only; next: match on `Routed::Elicit`, too, and ask.
use countersign::*;
use fixtures::*;

pub fn handle(handoff: Routed<ExportFiling>, blocked: Routed<SubmitFiling>) {
    let _ = (&handoff, &blocked);
    let Routed::Refused(refusal) = handoff;
    drop(refusal);
}

fn main() {}
