// G12 E0614: dereferences the guard
// No room: E0614 prints the type only; next: open it to the call: `outbox.open(&call)`, in the body of a tool of its tier.
use countersign::*;
use fixtures::*;

pub fn body(outbox: &Outbox, export: Granted<'_, ExportFiling>) {
    let _ = &export;
    let _ = &**outbox;
}

fn main() {}
