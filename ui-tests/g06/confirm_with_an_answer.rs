// G6 E0599: confirms a call with an answer at hand
// No room: E0599 prints the names of the method and of the type only; next: call `ask` with a channel that gives the answer.
use countersign::{trusted::*, *};
use fixtures::*;

pub async fn confirm(call: Pending<DeleteDraft>, answer: Answer<'_>) {
    let _ = &answer;
    drop(call.confirm(answer));
}

fn main() {}
