// Twin: stays what it is.
use countersign::trusted::*;

pub fn lengthen<'long: 'short, 'short>(
    question: Question<'short>,
    other: Question<'long>,
) -> Question<'long> {
    let _ = (&question, &other);
    other
}

fn main() {}
