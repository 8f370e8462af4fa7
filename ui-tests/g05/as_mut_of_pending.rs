// G5 E0277: asks a call that waits for its arguments, to write to them
use countersign::*;
use fixtures::*;

pub fn change(mut call: Pending<DeleteDraft>) {
    let _ = &mut call;
    let _: &mut DeleteDraft = AsMut::as_mut(&mut call);
}

fn main() {}
