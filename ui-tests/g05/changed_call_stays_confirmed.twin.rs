// Twin: is unconfirmed again.
use countersign::*;
use fixtures::*;

pub fn change(call: Confirmed<DeleteDraft>) {
    let _: Unconfirmed<DeleteDraft> = call.into_unconfirmed();
}

fn main() {}
