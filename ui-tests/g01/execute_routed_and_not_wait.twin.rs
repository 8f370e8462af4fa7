// Twin: drops it.
use countersign::{trusted::Channel, *};
use fixtures::*;

pub fn handle(call: Routed<ListFilings>, office: &Office) {
    let _ = Yes.support();
    drop((call, office));
}

fn main() {}
