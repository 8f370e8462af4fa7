// G12 E0308: opens it to a call as it came from the model
// No room: E0308 prints the two types only; next: open it in the body of the tool, to the `Granted` call.
use countersign::*;
use fixtures::*;

pub fn body(outbox: &Outbox, call: Unconfirmed<ExportFiling>, export: Granted<'_, ExportFiling>) {
    let _ = (&call, &export);
    let _ = outbox.open(&call);
}

fn main() {}
