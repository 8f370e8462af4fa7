// Twin: the question about a handoff.
use countersign::*;
use fixtures::*;

pub fn handle(call: Pending<SubmitFiling>, other: Pending<ExportFiling>) {
    let _ = (&call, &other);
    drop(Routed::<ExportFiling>::Elicit(other));
}

fn main() {}
