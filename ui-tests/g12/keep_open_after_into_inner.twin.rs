// Twin: uses it before.
use countersign::*;
use fixtures::*;

pub fn body(outbox: &Outbox, export: Granted<'_, ExportFiling>) {
    let open = outbox.open(&export);
    drop(open.lock());
    drop(open.lock());
}

fn main() {}
