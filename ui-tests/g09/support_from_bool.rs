// G9 E0277: makes what the client can do out of a bool
// No room: the text of E0277 is that of the trait, which is core's; next: read what the client declared with `ClientSupport::from_capability`.
use countersign::{trusted::*, *};
use fixtures::*;

pub fn handle(call: Unconfirmed<DeleteDraft>, declared: ClientSupport) -> Routed<DeleteDraft> {
    let _ = declared;
    call.route(false.into(), Tighten::NONE)
}

fn main() {}
