// G5 E0308: a changed call is still an approved one
// No room: E0308 prints the two types only; next: route the changed call again.
use countersign::*;
use fixtures::*;

pub fn change(call: AutoApproved<ListFilings>) {
    let _: AutoApproved<ListFilings> = call.into_unconfirmed();
}

fn main() {}
