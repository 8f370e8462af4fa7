// Twin: routes it.
use countersign::{trusted::Channel, *};
use fixtures::*;

pub fn handle(call: Unconfirmed<DeleteDraft>, office: &Office) {
    let _ = Yes.support();
    drop(office.gate.route(call, Yes.support()));
}

fn main() {}
