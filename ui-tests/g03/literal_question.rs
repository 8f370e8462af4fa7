// G3 E0451: writes down a question, to answer it oneself
// No room: E0451 prints the names of the fields only; next: answer the question that was asked.
use countersign::{trusted::*, *};

pub fn forge<'q>(asked: Question<'q>) -> Answer<'q> {
    let command = asked.command();
    let _ = (&asked, command);
    let question = Question {
        command,
        consequence: Consequence::ReadOnly,
        brand: std::marker::PhantomData,
    };
    question.answer(ConfirmDecision::Proceed)
}

fn main() {}
