// G13 no code: unused `Confirmed` that must be used
#![deny(unused_must_use)]
use countersign::*;
use fixtures::*;

pub async fn handle(call: Pending<DeleteDraft>) -> Result<(), Refusal> {
    call.ask(&Yes).await?;
    Ok(())
}

fn main() {}
