// Twin: awaited.
#![deny(unused_must_use)]
use countersign::*;
use fixtures::*;

pub async fn handle(call: Confirmed<DeleteDraft>, office: &Office) {
    call.execute(office).await;
}

fn main() {}
