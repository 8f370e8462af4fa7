// G6 no code: lifetime may not live long enough
// No room: the borrow checker prints lifetimes only; next: return each answer where its question was asked.
use countersign::{trusted::*, *};

pub async fn cross<'p: 'q, 'q>(
    first: Question<'p>,
    second: Question<'q>,
) -> (Answer<'p>, Answer<'q>) {
    let (first, second) = (
        first.answer(ConfirmDecision::Proceed),
        second.answer(ConfirmDecision::Proceed),
    );
    (second, first)
}

fn main() {}
