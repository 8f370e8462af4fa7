// Twin: looked at.
#![deny(unused_must_use)]
use countersign::*;
use fixtures::*;

pub async fn handle(call: Unconfirmed<DeleteDraft>, office: &Office) -> Result<(), Refusal> {
    office.gate.run(call, &Yes, office).await?;
    Ok(())
}

fn main() {}
