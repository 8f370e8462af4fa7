// G4 E0382: runs a confirmed call again and again
// No room: E0382 prints what moved, and where; next: have a call confirmed for each turn of the loop.
use countersign::*;
use fixtures::*;

pub async fn handle(call: Confirmed<DeleteDraft>, office: &Office) {
    for _ in 0..2 {
        call.execute(office).await;
    }
}

fn main() {}
