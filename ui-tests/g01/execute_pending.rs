// G1 E0599: runs a call that still waits for a human
use countersign::*;
use fixtures::*;

pub async fn handle(call: Pending<DeleteDraft>, office: &Office) -> Result<usize, Refusal> {
    Ok(call.execute(office).await)
}

fn main() {}
