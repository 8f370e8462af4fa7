// Twin: answers the question that was asked.
use countersign::{trusted::*, *};

pub fn forge<'q>(asked: Question<'q>) -> Answer<'q> {
    asked.answer(ConfirmDecision::Proceed)
}

fn main() {}
