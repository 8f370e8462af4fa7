// G1 E0599: starts a call as it came from the model and does not look at what comes of it
use countersign::{trusted::Channel, *};
use fixtures::*;

pub fn handle(call: Unconfirmed<DeleteDraft>, office: &Office) {
    let _ = Yes.support();
    drop(call.execute(office));
}

fn main() {}
