// G6 E0616: makes a yes of an answer
// No room: E0616 prints the name of the field only; next: answer the question with what the human decided.
use countersign::{ConfirmDecision, trusted::*};

pub fn relay<'q>(mut answer: Answer<'q>) -> Answer<'q> {
    let _ = (&mut answer, ConfirmDecision::Proceed);
    answer.decision = ConfirmDecision::Proceed;
    answer
}

fn main() {}
