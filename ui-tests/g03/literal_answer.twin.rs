// Twin: answers a question.
use countersign::{trusted::*, *};

pub fn forge<'q>(question: Question<'q>) -> Answer<'q> {
    let _ = &question;
    question.answer(ConfirmDecision::Proceed)
}

fn main() {}
