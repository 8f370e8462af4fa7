// Twin: uses it where the call runs.
use countersign::*;
use fixtures::*;

pub fn body(outbox: &'static Outbox, export: &Granted<'static, ExportFiling>) {
    let open = outbox.open(export);
    drop(open.lock());
}

fn main() {}
