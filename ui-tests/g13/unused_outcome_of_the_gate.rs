// G13 no code: unused `Result` that must be used
// No room: the text is that of `Result`, which is core's; next: handle the refusal: tell who asked for the call.
#![deny(unused_must_use)]
use countersign::*;
use fixtures::*;

pub async fn handle(call: Unconfirmed<DeleteDraft>, office: &Office) -> Result<(), Refusal> {
    office.gate.run(call, &Yes, office).await;
    Ok(())
}

fn main() {}
