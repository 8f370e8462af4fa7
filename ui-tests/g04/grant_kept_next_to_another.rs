// G4 no code: lifetime may not live long enough
// No room: the borrow checker prints lifetimes only; next: keep the arguments: `into_inner`.
use countersign::*;
use fixtures::*;

type Kept<'k> = (Option<Granted<'k, DeleteDraft>>, Option<DeleteDraft>);

pub fn body<'g: 'k, 'k>(call: Granted<'g, DeleteDraft>, kept: &mut Kept<'k>) {
    kept.0 = Some(call);
}

fn main() {}
