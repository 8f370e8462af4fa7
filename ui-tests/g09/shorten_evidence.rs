// G9 no code: lifetime may not live long enough
use countersign::*;

pub fn shorten<'long: 'short, 'short, T: Tool>(
    call: Confirmed<T, &'long ()>,
    other: Confirmed<T, &'short ()>,
) -> Confirmed<T, &'short ()> {
    let _ = (&call, &other);
    call
}

fn main() {}
