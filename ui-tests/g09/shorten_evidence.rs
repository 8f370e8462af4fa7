// G9 no code: lifetime may not live long enough
// No room: the borrow checker prints lifetimes only; next: keep the evidence that the call came with.
use countersign::*;

pub fn shorten<'long: 'short, 'short, T: Tool>(
    call: Confirmed<T, &'long ()>,
    other: Confirmed<T, &'short ()>,
) -> Confirmed<T, &'short ()> {
    let _ = (&call, &other);
    call
}

fn main() {}
