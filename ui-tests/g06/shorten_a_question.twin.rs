// Twin: stays what it is.
use countersign::trusted::*;

pub fn shorten<'long: 'short, 'short>(
    question: Question<'long>,
    other: Question<'short>,
) -> Question<'short> {
    let _ = (&question, &other);
    other
}

fn main() {}
