// Twin: names a type that is trusted to ask.
use countersign::{trusted::*, *};
use fixtures::*;

pub fn yes(question: Question<'_>) -> Answer<'_> {
    question.answer(ConfirmDecision::Proceed)
}

pub fn confirm(call: Pending<DeleteDraft>) {
    let _ = call.ask(&Yes);
}

fn main() {}
