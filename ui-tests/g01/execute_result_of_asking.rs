// G1 E0599: runs what asking gave, whether it was a yes or not
use countersign::*;
use fixtures::*;

pub async fn handle(call: Pending<DeleteDraft>, office: &Office) -> Result<usize, Refusal> {
    let confirmed = call.ask(&Yes).await;
    Ok(confirmed.execute(office).await)
}

fn main() {}
