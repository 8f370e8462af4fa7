// G5 E0277: asks a running call for its arguments, to write to them
// No room: the text of E0277 is that of the trait, which is core's; next: clone the arguments, or take them with `into_inner`, and change those.
use countersign::*;
use fixtures::*;

pub fn change(mut call: Granted<'_, DeleteDraft>) {
    let _ = &mut call;
    let _: &mut DeleteDraft = AsMut::as_mut(&mut call);
}

fn main() {}
