// G5 E0451: takes a confirmed call apart
use countersign::*;
use fixtures::*;

pub fn change(call: Confirmed<DeleteDraft>) {
    let Confirmed { call: draft, .. } = call;
    drop(draft);
}

fn main() {}
