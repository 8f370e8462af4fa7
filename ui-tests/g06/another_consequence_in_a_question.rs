// G6 E0616: has a human asked about something harmless
// No room: E0616 prints the name of the field only; next: show what `request` gives.
use countersign::{Consequence, trusted::*};

pub fn relay<'q>(mut question: Question<'q>) -> Question<'q> {
    let _ = (&mut question, Consequence::ReadOnly);
    question.consequence = Consequence::ReadOnly;
    question
}

fn main() {}
