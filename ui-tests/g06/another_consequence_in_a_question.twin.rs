// Twin: passes the question on.
use countersign::{Consequence, trusted::*};

pub fn relay<'q>(mut question: Question<'q>) -> Question<'q> {
    let _ = (&mut question, Consequence::ReadOnly);
    question
}

fn main() {}
