// G12 E0271: opens the outbox of handoffs to a destructive call
use countersign::*;
use fixtures::*;

pub fn body(outbox: &Outbox, delete: Granted<'_, DeleteDraft>, export: Granted<'_, ExportFiling>) {
    let _ = (&delete, &export);
    let _ = outbox.open(&delete);
}

fn main() {}
