// G12 E0616: takes the resource out of the field
// No room: E0616 prints the name of the field only; next: open it to the call: `outbox.open(&call)`, in the body of a tool of its tier.
use countersign::*;
use fixtures::*;

pub fn body(outbox: &Outbox, export: Granted<'_, ExportFiling>) {
    let _ = &export;
    let _ = &outbox.resource;
}

fn main() {}
