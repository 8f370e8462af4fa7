// Twin: used.
#![deny(unused_must_use)]
use countersign::{trusted::*, *};

pub fn handle(question: Question<'_>) {
    drop(question.answer(ConfirmDecision::Proceed));
}

fn main() {}
