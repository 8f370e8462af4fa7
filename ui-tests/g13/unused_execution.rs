// G13 no code: unused implementer of `Future` that must be used
#![deny(unused_must_use)]
use countersign::*;
use fixtures::*;

pub async fn handle(call: Confirmed<DeleteDraft>, office: &Office) {
    call.execute(office);
}

fn main() {}
