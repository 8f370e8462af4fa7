// G6 no code: lifetime may not live long enough
// No room: the borrow checker prints lifetimes only; next: pass it on with the lifetime it has.
use countersign::trusted::*;

pub fn shorten<'long: 'short, 'short>(
    answer: Answer<'long>,
    other: Answer<'short>,
) -> Answer<'short> {
    let _ = (&answer, &other);
    answer
}

fn main() {}
