// G4 E0382: keeps the grant after its arguments were taken out
// No room: E0382 prints what moved, and where; next: go on with the arguments, or use the grant first.
use countersign::*;
use fixtures::*;

pub fn body(call: Granted<'_, DeleteDraft>) {
    let draft = call.into_inner();
    let _ = &draft;
    drop(call);
}

fn main() {}
