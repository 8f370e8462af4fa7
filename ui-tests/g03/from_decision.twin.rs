// Twin: answers a question with it.
use countersign::{trusted::*, *};

pub fn forge<'q>(question: Question<'q>, decision: ConfirmDecision) -> Answer<'q> {
    let _ = &question;
    question.answer(decision)
}

fn main() {}
