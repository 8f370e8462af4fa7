// G3 E0624: makes a question, to answer it oneself
// No room: E0624 prints the name that is private only; next: answer the question that was asked.
use countersign::{trusted::*, *};

pub fn forge<'q>(asked: Question<'q>) -> Answer<'q> {
    Question::mint(asked.command(), asked.consequence()).answer(ConfirmDecision::Proceed)
}

fn main() {}
