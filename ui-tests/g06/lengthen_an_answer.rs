// G6 no code: lifetime may not live long enough
use countersign::trusted::*;

pub fn lengthen<'long: 'short, 'short>(
    answer: Answer<'short>,
    other: Answer<'long>,
) -> Answer<'long> {
    let _ = (&answer, &other);
    answer
}

fn main() {}
