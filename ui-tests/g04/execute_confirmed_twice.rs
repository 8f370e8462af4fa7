// G4 E0382: runs a confirmed call twice
use countersign::*;
use fixtures::*;

pub async fn handle(call: Confirmed<DeleteDraft>, office: &Office) {
    call.execute(office).await;
    call.execute(office).await;
}

fn main() {}
