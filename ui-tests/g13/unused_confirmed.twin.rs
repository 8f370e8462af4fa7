// Twin: used.
#![deny(unused_must_use)]
use countersign::*;
use fixtures::*;

pub async fn handle(call: Pending<DeleteDraft>) -> Result<(), Refusal> {
    drop(call.ask(&Yes).await?);
    Ok(())
}

fn main() {}
