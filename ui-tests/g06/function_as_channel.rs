// G6 E0277: hands in a function that says yes
use countersign::{trusted::*, *};
use fixtures::*;

pub fn yes(question: Question<'_>) -> Answer<'_> {
    question.answer(ConfirmDecision::Proceed)
}

pub fn confirm(call: Pending<DeleteDraft>) {
    let _ = call.ask(&yes);
}

fn main() {}
