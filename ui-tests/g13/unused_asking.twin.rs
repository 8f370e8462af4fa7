// Twin: awaited.
#![deny(unused_must_use)]
use countersign::*;
use fixtures::*;

pub async fn handle(call: Pending<DeleteDraft>) {
    let _ = call.ask(&Yes).await;
}

fn main() {}
