// G6 E0599: confirms a call with an answer at hand
use countersign::{trusted::*, *};
use fixtures::*;

pub async fn confirm(call: Pending<DeleteDraft>, answer: Answer<'_>) {
    let _ = &answer;
    drop(call.confirm(answer));
}

fn main() {}
