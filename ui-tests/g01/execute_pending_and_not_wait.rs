// G1 E0599: starts a call that still waits and does not look at what comes of it
use countersign::{trusted::Channel, *};
use fixtures::*;

pub fn handle(call: Pending<DeleteDraft>, office: &Office) {
    let _ = Yes.support();
    drop(call.execute(office));
}

fn main() {}
