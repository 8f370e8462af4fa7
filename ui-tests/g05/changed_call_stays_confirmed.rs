// G5 E0308: a changed call is still a confirmed one
// No room: E0308 prints the two types only; next: route the changed call again, and have it confirmed.
use countersign::*;
use fixtures::*;

pub fn change(call: Confirmed<DeleteDraft>) {
    let _: Confirmed<DeleteDraft> = call.into_unconfirmed();
}

fn main() {}
