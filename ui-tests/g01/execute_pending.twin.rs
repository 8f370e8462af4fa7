// Twin: asks, and runs what was confirmed.
use countersign::*;
use fixtures::*;

pub async fn handle(call: Pending<DeleteDraft>, office: &Office) -> Result<usize, Refusal> {
    Ok(call.ask(&Yes).await?.execute(office).await)
}

fn main() {}
