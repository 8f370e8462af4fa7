// G4 E0382: asks again about a call that was refused
use countersign::*;
use fixtures::*;

pub async fn handle(call: Pending<DeleteDraft>) -> Result<Confirmed<DeleteDraft>, Refusal> {
    call.ask(&Yes).await.or(call.ask(&Yes).await)
}

fn main() {}
