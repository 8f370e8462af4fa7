// G4 no code: lifetime may not live long enough
// No room: the borrow checker prints lifetimes only; next: leak the arguments, if anything: `into_inner`.
use countersign::*;
use fixtures::*;

pub fn body(call: Granted<'_, DeleteDraft>) {
    let _: &'static Granted<'static, DeleteDraft> = Box::leak(Box::new(call));
}

fn main() {}
