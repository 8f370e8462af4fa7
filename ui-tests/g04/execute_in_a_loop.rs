// G4 E0382: runs a confirmed call again and again
use countersign::*;
use fixtures::*;

pub async fn handle(call: Confirmed<DeleteDraft>, office: &Office) {
    for _ in 0..2 {
        call.execute(office).await;
    }
}

fn main() {}
