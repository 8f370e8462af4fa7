// Twin: awaits it.
use countersign::*;
use fixtures::*;

pub async fn handle(call: Confirmed<DeleteDraft>, office: &Office) {
    let execution = call.execute(office);
    execution.await;
}

fn main() {}
