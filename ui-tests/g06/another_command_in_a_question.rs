// G6 E0616: has a human asked about another command
// No room: E0616 prints the name of the field only; next: show what `request` gives.
use countersign::{Command, trusted::*};

pub fn relay<'q>(mut question: Question<'q>, other: &'static Command) -> Question<'q> {
    let _ = (&mut question, other);
    question.command = other;
    question
}

fn main() {}
