// G6 E0382: answers one question twice
use countersign::{trusted::*, *};

pub fn answer<'q>(question: Question<'q>) -> Answer<'q> {
    drop(question.answer(ConfirmDecision::RefusedDeclined));
    question.answer(ConfirmDecision::Proceed)
}

fn main() {}
