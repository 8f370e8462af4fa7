// Twin: stays what it is.
use countersign::trusted::*;

pub fn shorten<'long: 'short, 'short>(
    answer: Answer<'long>,
    other: Answer<'short>,
) -> Answer<'short> {
    let _ = (&answer, &other);
    other
}

fn main() {}
