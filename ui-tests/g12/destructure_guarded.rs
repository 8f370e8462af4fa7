// G12 E0451: takes the guard apart
use countersign::*;
use fixtures::*;

pub fn body(outbox: &Outbox, export: Granted<'_, ExportFiling>) {
    let _ = &export;
    let Guarded { resource: open, .. } = outbox;
    let _ = open;
}

fn main() {}
