// G4 E0382: awaits a finished execution again
// No room: E0382 prints what moved, and where; next: await it once, and keep the output.
use countersign::*;
use fixtures::*;

pub async fn finish<T>(execution: impl Future<Output = T>) -> T {
    execution.await
}

pub async fn handle(call: Confirmed<DeleteDraft>, office: &Office) {
    let execution = call.execute(office);
    finish(execution).await;
    finish(execution).await;
}

fn main() {}
