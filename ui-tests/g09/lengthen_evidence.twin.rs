// Twin: stays what it is.
use countersign::*;

pub fn lengthen<'long: 'short, 'short, T: Tool>(
    call: Confirmed<T, &'short ()>,
    other: Confirmed<T, &'long ()>,
) -> Confirmed<T, &'long ()> {
    let _ = (&call, &other);
    other
}

fn main() {}
