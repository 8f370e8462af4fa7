// Twin: asks about the call.
use countersign::{trusted::*, *};
use fixtures::*;

pub async fn confirm(call: Pending<DeleteDraft>, answer: Answer<'_>) {
    let _ = &answer;
    drop(call.ask(&Yes).await);
}

fn main() {}
