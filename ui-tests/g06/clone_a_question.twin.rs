// Twin: keeps the one there is.
use countersign::trusted::*;

pub fn answer<'q>(question: Question<'q>) -> Question<'q> {
    question
}

fn main() {}
