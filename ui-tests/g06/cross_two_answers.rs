// G6 no code: lifetime may not live long enough
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
