// G12 E0521: keeps the open resource in a task that outlives the call
// No room: E0521 prints what escapes, and where; next: use the resource in the body, and give the task what came of it.
use countersign::*;
use fixtures::*;

pub fn body(outbox: &'static Outbox, export: &Granted<'static, ExportFiling>) {
    let open = outbox.open(export);
    spawn(async move { drop(open.lock()) });
}

fn main() {}
