// Twin: stays what it is.
use countersign::*;

pub fn shorten<'long: 'short, 'short, T: Tool>(
    call: Confirmed<T, &'long ()>,
    other: Confirmed<T, &'short ()>,
) -> Confirmed<T, &'short ()> {
    let _ = (&call, &other);
    other
}

fn main() {}
