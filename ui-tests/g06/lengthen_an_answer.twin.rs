// Twin: stays what it is.
use countersign::trusted::*;

pub fn lengthen<'long: 'short, 'short>(
    answer: Answer<'short>,
    other: Answer<'long>,
) -> Answer<'long> {
    let _ = (&answer, &other);
    other
}

fn main() {}
