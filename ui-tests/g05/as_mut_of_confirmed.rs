// G5 E0277: asks a confirmed call for its arguments, to write to them
// No room: the text of E0277 is that of the trait, which is core's; next: take the call back with `into_unconfirmed`, change it, and route it again.
use countersign::*;
use fixtures::*;

pub fn change(mut call: Confirmed<DeleteDraft>) {
    let _ = &mut call;
    let _: &mut DeleteDraft = AsMut::as_mut(&mut call);
}

fn main() {}
