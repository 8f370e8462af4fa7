// G12 E0271: opens it to a call that runs without asking
use countersign::*;
use fixtures::*;

pub fn body(outbox: &Outbox, list: Granted<'_, ListFilings>, export: Granted<'_, ExportFiling>) {
    let _ = (&list, &export);
    let _ = outbox.open(&list);
}

fn main() {}
