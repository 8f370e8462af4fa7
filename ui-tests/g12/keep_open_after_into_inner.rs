// G12 E0505: keeps the resource open after the grant was given up
// No room: E0505 prints the borrow, and the move; next: use the resource first, then take the arguments.
use countersign::*;
use fixtures::*;

pub fn body(outbox: &Outbox, export: Granted<'_, ExportFiling>) {
    let open = outbox.open(&export);
    drop(export.into_inner());
    drop(open.lock());
}

fn main() {}
