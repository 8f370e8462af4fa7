// G12 E0308: opens it to a call that waits
use countersign::*;
use fixtures::*;

pub fn body(outbox: &Outbox, call: Pending<ExportFiling>, export: Granted<'_, ExportFiling>) {
    let _ = (&call, &export);
    let _ = outbox.open(&call);
}

fn main() {}
