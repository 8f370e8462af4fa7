// G8 E0308: writes the question about a blocked call by hand
use countersign::*;
use fixtures::*;

pub fn handle(call: Pending<SubmitFiling>, other: Pending<ExportFiling>) {
    let _ = (&call, &other);
    drop(Routed::<SubmitFiling>::Elicit(call));
}

fn main() {}
