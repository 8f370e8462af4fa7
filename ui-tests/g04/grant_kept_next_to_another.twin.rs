// Twin: the arguments may be kept.
use countersign::*;
use fixtures::*;

type Kept<'k> = (Option<Granted<'k, DeleteDraft>>, Option<DeleteDraft>);

pub fn body<'g: 'k, 'k>(call: Granted<'g, DeleteDraft>, kept: &mut Kept<'k>) {
    kept.1 = Some(call.into_inner());
}

fn main() {}
