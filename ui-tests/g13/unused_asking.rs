// G13 no code: unused implementer of `Future` that must be used
#![deny(unused_must_use)]
use countersign::*;
use fixtures::*;

pub async fn handle(call: Pending<DeleteDraft>) {
    call.ask(&Yes);
}

fn main() {}
