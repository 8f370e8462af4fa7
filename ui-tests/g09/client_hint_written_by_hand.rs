// G9 E0308: writes the client-hint route of a handoff by hand
use countersign::*;
use fixtures::*;

pub fn handle(
    call: Confirmed<ExportFiling, ClientHinted>,
    other: Confirmed<DeleteDraft, ClientHinted>,
) {
    let _ = (&call, &other);
    drop(Routed::<ExportFiling>::ClientHint(call));
}

fn main() {}
