// G13 no code: unused `Answer` that must be used
#![deny(unused_must_use)]
use countersign::{trusted::*, *};

pub fn handle(question: Question<'_>) {
    question.answer(ConfirmDecision::Proceed);
}

fn main() {}
