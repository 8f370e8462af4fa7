// G4 E0382: keeps the grant after its arguments were taken out
use countersign::*;
use fixtures::*;

pub fn body(call: Granted<'_, DeleteDraft>) {
    let draft = call.into_inner();
    let _ = &draft;
    drop(call);
}

fn main() {}
