// Twin: answers the question that was asked.
use countersign::{trusted::*, *};

pub fn forge<'q>(asked: Question<'q>) -> Answer<'q> {
    let command = asked.command();
    let _ = (&asked, command);
    let question = asked;
    question.answer(ConfirmDecision::Proceed)
}

fn main() {}
