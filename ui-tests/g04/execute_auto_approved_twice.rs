// G4 E0382: runs an approved call twice
// No room: E0382 prints what moved, and where; next: make and route a second call.
use countersign::*;
use fixtures::*;

pub async fn handle(call: AutoApproved<ListFilings>, office: &Office) {
    call.execute(office).await;
    call.execute(office).await;
}

fn main() {}
