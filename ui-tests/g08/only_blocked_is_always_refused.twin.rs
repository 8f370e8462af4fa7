// Twin: a blocked call is.
use countersign::*;
use fixtures::*;

pub fn handle(handoff: Routed<ExportFiling>, blocked: Routed<SubmitFiling>) {
    let _ = (&handoff, &blocked);
    let Routed::Refused(refusal) = blocked;
    drop(refusal);
}

fn main() {}
