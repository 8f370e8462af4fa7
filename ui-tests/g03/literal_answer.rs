// G3 E0451: writes down an answer
// No room: E0451 prints the names of the fields only; next: answer the question: `question.answer(decision)`.
use countersign::{trusted::*, *};

pub fn forge<'q>(question: Question<'q>) -> Answer<'q> {
    let _ = &question;
    Answer {
        decision: ConfirmDecision::Proceed,
        brand: std::marker::PhantomData,
    }
}

fn main() {}
