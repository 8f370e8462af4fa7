// Twin: to a handoff.
use countersign::*;
use fixtures::*;

pub fn body(outbox: &Outbox, delete: Granted<'_, DeleteDraft>, export: Granted<'_, ExportFiling>) {
    let _ = (&delete, &export);
    let _ = outbox.open(&export);
}

fn main() {}
