// G1 E0599: runs what asking gave, whether it was a yes or not
// No room: E0599 prints the names of the method and of the type only; next: write the `?` that the compiler proposes: a refusal is not a confirmed call.
use countersign::*;
use fixtures::*;

pub async fn handle(call: Pending<DeleteDraft>, office: &Office) -> Result<usize, Refusal> {
    let confirmed = call.ask(&Yes).await;
    Ok(confirmed.execute(office).await)
}

fn main() {}
