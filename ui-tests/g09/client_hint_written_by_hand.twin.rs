// Twin: of a destructive tool.
use countersign::*;
use fixtures::*;

pub fn handle(
    call: Confirmed<ExportFiling, ClientHinted>,
    other: Confirmed<DeleteDraft, ClientHinted>,
) {
    let _ = (&call, &other);
    drop(Routed::<DeleteDraft>::ClientHint(other));
}

fn main() {}
