// G4 E0382: runs an approved call twice
use countersign::*;
use fixtures::*;

pub async fn handle(call: AutoApproved<ListFilings>, office: &Office) {
    call.execute(office).await;
    call.execute(office).await;
}

fn main() {}
