// Twin: is unconfirmed again.
use countersign::*;
use fixtures::*;

pub fn change(call: AutoApproved<ListFilings>) {
    let _: Unconfirmed<ListFilings> = call.into_unconfirmed();
}

fn main() {}
