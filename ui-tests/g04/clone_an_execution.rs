// G4 E0277: copies an execution before it is awaited
// No room: the text of E0277 is that of the trait, which is core's; next: await it once, and clone the output.
use countersign::*;
use fixtures::*;

pub async fn handle(call: Confirmed<DeleteDraft>, office: &Office) {
    let execution = call.execute(office);
    Clone::clone(&execution).await;
}

fn main() {}
