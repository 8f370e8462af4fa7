// Twin: the answer to this question.
use countersign::trusted::*;

pub async fn ask<'q>(question: Question<'q>, kept: Answer<'_>) -> Answer<'q> {
    let _ = (&question, &kept);
    question.answer(countersign::ConfirmDecision::Proceed)
}

fn main() {}
