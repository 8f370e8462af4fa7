// G5 E0308: a changed call is still a confirmed one
use countersign::*;
use fixtures::*;

pub fn change(call: Confirmed<DeleteDraft>) {
    let _: Confirmed<DeleteDraft> = call.into_unconfirmed();
}

fn main() {}
