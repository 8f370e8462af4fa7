// G6 E0621: answers a question with an answer of unknown origin
// No room: E0621 prints the lifetime that is missing only; next: answer this question: `question.answer(decision)`.
use countersign::trusted::*;

pub async fn ask<'q>(question: Question<'q>, kept: Answer<'_>) -> Answer<'q> {
    let _ = (&question, &kept);
    kept
}

fn main() {}
