// G4 no code: lifetime may not live long enough
use countersign::*;
use fixtures::*;

pub fn body(call: Granted<'_, DeleteDraft>) {
    let _: &'static Granted<'static, DeleteDraft> = Box::leak(Box::new(call));
}

fn main() {}
