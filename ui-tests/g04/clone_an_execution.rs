// G4 E0277: copies an execution before it is awaited
use countersign::*;
use fixtures::*;

pub async fn handle(call: Confirmed<DeleteDraft>, office: &Office) {
    let execution = call.execute(office);
    Clone::clone(&execution).await;
}

fn main() {}
