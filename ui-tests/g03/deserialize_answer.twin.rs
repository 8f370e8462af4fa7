// Twin: reads a decision, with which a question is answered.
use countersign::trusted::*;
use fixtures::*;

pub fn forge<'q>(question: Question<'q>) -> Answer<'q> {
    let _ = &question;
    question.answer(read::<countersign::ConfirmDecision>())
}

fn main() {}
