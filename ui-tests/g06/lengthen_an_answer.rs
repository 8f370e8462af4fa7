// G6 no code: lifetime may not live long enough
// No room: the borrow checker prints lifetimes only; next: return it from the `ask` of its question.
use countersign::trusted::*;

pub fn lengthen<'long: 'short, 'short>(
    answer: Answer<'short>,
    other: Answer<'long>,
) -> Answer<'long> {
    let _ = (&answer, &other);
    answer
}

fn main() {}
