// G9 no code: lifetime may not live long enough
// No room: the borrow checker prints lifetimes only; next: keep the evidence that the call came with.
use countersign::*;

pub fn lengthen<'long: 'short, 'short, T: Tool>(
    call: Confirmed<T, &'short ()>,
    other: Confirmed<T, &'long ()>,
) -> Confirmed<T, &'long ()> {
    let _ = (&call, &other);
    call
}

fn main() {}
