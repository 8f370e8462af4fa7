// Twin: passes the question on.
use countersign::{Command, trusted::*};

pub fn relay<'q>(mut question: Question<'q>, other: &'static Command) -> Question<'q> {
    let _ = (&mut question, other);
    question
}

fn main() {}
