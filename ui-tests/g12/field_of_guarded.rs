// G12 E0616: takes the resource out of the field
use countersign::*;
use fixtures::*;

pub fn body(outbox: &Outbox, export: Granted<'_, ExportFiling>) {
    let _ = &export;
    let _ = &outbox.resource;
}

fn main() {}
