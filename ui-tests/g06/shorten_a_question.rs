// G6 no code: lifetime may not live long enough
use countersign::trusted::*;

pub fn shorten<'long: 'short, 'short>(
    question: Question<'long>,
    other: Question<'short>,
) -> Question<'short> {
    let _ = (&question, &other);
    question
}

fn main() {}
