// G12 E0521: keeps the open resource in a task that outlives the call
use countersign::*;
use fixtures::*;

pub fn body(outbox: &'static Outbox, export: &Granted<'static, ExportFiling>) {
    let open = outbox.open(export);
    spawn(async move { drop(open.lock()) });
}

fn main() {}
