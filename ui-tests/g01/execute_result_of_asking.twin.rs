// Twin: runs it after the question mark.
use countersign::*;
use fixtures::*;

pub async fn handle(call: Pending<DeleteDraft>, office: &Office) -> Result<usize, Refusal> {
    let confirmed = call.ask(&Yes).await;
    Ok(confirmed?.execute(office).await)
}

fn main() {}
