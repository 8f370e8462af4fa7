// Twin: answers it once.
use countersign::{trusted::*, *};

pub fn answer<'q>(question: Question<'q>) -> Answer<'q> {
    question.answer(ConfirmDecision::Proceed)
}

fn main() {}
