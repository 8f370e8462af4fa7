// G4 E0382: runs a confirmed call twice
// No room: E0382 prints what moved, and where; next: have a second call confirmed.
use countersign::*;
use fixtures::*;

pub async fn handle(call: Confirmed<DeleteDraft>, office: &Office) {
    call.execute(office).await;
    call.execute(office).await;
}

fn main() {}
