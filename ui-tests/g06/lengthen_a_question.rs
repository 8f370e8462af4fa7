// G6 no code: lifetime may not live long enough
use countersign::trusted::*;

pub fn lengthen<'long: 'short, 'short>(
    question: Question<'short>,
    other: Question<'long>,
) -> Question<'long> {
    let _ = (&question, &other);
    question
}

fn main() {}
