// G12 E0308: opens it to a call as it came from the model
use countersign::*;
use fixtures::*;

pub fn body(outbox: &Outbox, call: Unconfirmed<ExportFiling>, export: Granted<'_, ExportFiling>) {
    let _ = (&call, &export);
    let _ = outbox.open(&call);
}

fn main() {}
