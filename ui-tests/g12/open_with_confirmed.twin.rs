// Twin: to a running call.
use countersign::*;
use fixtures::*;

pub fn body(outbox: &Outbox, call: Confirmed<ExportFiling>, export: Granted<'_, ExportFiling>) {
    let _ = (&call, &export);
    let _ = outbox.open(&export);
}

fn main() {}
