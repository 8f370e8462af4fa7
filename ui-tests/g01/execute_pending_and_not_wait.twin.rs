// Twin: asks.
use countersign::{trusted::Channel, *};
use fixtures::*;

pub fn handle(call: Pending<DeleteDraft>, office: &Office) {
    let _ = Yes.support();
    drop((call.ask(&Yes), office));
}

fn main() {}
