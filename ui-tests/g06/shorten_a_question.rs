// G6 no code: lifetime may not live long enough
// No room: the borrow checker prints lifetimes only; next: pass it on with the lifetime it has.
use countersign::trusted::*;

pub fn shorten<'long: 'short, 'short>(
    question: Question<'long>,
    other: Question<'short>,
) -> Question<'short> {
    let _ = (&question, &other);
    question
}

fn main() {}
