// G12 E0308: opens it to the bare arguments
use countersign::*;
use fixtures::*;

pub fn body(outbox: &Outbox, call: ExportFiling, export: Granted<'_, ExportFiling>) {
    let _ = (&call, &export);
    let _ = outbox.open(&call);
}

fn main() {}
