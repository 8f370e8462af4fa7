// G6 no code: lifetime may not live long enough
// No room: the borrow checker prints lifetimes only; next: answer it for as long as it lives, or give `NoAnswer`.
use countersign::trusted::*;

pub fn lengthen<'long: 'short, 'short>(
    question: Question<'short>,
    other: Question<'long>,
) -> Question<'long> {
    let _ = (&question, &other);
    question
}

fn main() {}
