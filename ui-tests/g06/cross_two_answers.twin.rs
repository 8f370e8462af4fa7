// Twin: each question gets its own answer.
use countersign::{trusted::*, *};

pub async fn cross<'p: 'q, 'q>(
    first: Question<'p>,
    second: Question<'q>,
) -> (Answer<'p>, Answer<'q>) {
    let (first, second) = (
        first.answer(ConfirmDecision::Proceed),
        second.answer(ConfirmDecision::Proceed),
    );
    (first, second)
}

fn main() {}
