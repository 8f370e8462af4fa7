// Twin: asks once.
use countersign::*;
use fixtures::*;

pub async fn handle(call: Pending<DeleteDraft>) -> Result<Confirmed<DeleteDraft>, Refusal> {
    call.ask(&Yes).await
}

fn main() {}
