// Twin: awaits it once.
use countersign::*;
use fixtures::*;

pub async fn finish<T>(execution: impl Future<Output = T>) -> T {
    execution.await
}

pub async fn handle(call: Confirmed<DeleteDraft>, office: &Office) {
    let execution = call.execute(office);
    finish(execution).await;
}

fn main() {}
