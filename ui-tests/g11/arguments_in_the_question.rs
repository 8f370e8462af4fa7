// G11 E0599: a channel shows the arguments of the call
// No room: E0599 prints the names of the method and of the type only; next: show `question.request(&locale)`: it holds all that a human is asked.
use countersign::trusted::*;

pub fn show(question: &Question<'_>) -> String {
    question.call().name
}

fn main() {}
