// G12 E0308: opens it to a confirmed call, without running it
use countersign::*;
use fixtures::*;

pub fn body(outbox: &Outbox, call: Confirmed<ExportFiling>, export: Granted<'_, ExportFiling>) {
    let _ = (&call, &export);
    let _ = outbox.open(&call);
}

fn main() {}
