// G6 E0382: answers one question twice
// No room: E0382 prints what moved, and where; next: decide first, and answer once.
use countersign::{trusted::*, *};

pub fn answer<'q>(question: Question<'q>) -> Answer<'q> {
    drop(question.answer(ConfirmDecision::RefusedDeclined));
    question.answer(ConfirmDecision::Proceed)
}

fn main() {}
