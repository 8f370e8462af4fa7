// G12 E0451: takes the guard apart
// No room: E0451 prints the names of the fields only; next: open it to the call: `outbox.open(&call)`, in the body of a tool of its tier.
use countersign::*;
use fixtures::*;

pub fn body(outbox: &Outbox, export: Granted<'_, ExportFiling>) {
    let _ = &export;
    let Guarded { resource: open, .. } = outbox;
    let _ = open;
}

fn main() {}
