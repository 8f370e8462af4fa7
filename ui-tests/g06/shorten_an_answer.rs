// G6 no code: lifetime may not live long enough
use countersign::trusted::*;

pub fn shorten<'long: 'short, 'short>(
    answer: Answer<'long>,
    other: Answer<'short>,
) -> Answer<'short> {
    let _ = (&answer, &other);
    answer
}

fn main() {}
