// Twin: to a handoff.
use countersign::*;
use fixtures::*;

pub fn body(outbox: &Outbox, list: Granted<'_, ListFilings>, export: Granted<'_, ExportFiling>) {
    let _ = (&list, &export);
    let _ = outbox.open(&export);
}

fn main() {}
