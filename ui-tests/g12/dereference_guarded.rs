// G12 E0614: dereferences the guard
use countersign::*;
use fixtures::*;

pub fn body(outbox: &Outbox, export: Granted<'_, ExportFiling>) {
    let _ = &export;
    let _ = &**outbox;
}

fn main() {}
