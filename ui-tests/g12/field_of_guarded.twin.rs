// Twin: opens it to a running call.
use countersign::*;
use fixtures::*;

pub fn body(outbox: &Outbox, export: Granted<'_, ExportFiling>) {
    let _ = &export;
    let _ = outbox.open(&export);
}

fn main() {}
