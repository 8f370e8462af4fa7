// G9 E0277: lets what the client can do be inferred
// No room: the text of E0277 is that of the trait, which is core's; next: read what the client declared with `ClientSupport::from_capability`.
use countersign::{trusted::*, *};
use fixtures::*;

pub fn handle(call: Unconfirmed<DeleteDraft>, declared: ClientSupport) -> Routed<DeleteDraft> {
    let _ = declared;
    call.route(Default::default(), Tighten::NONE)
}

fn main() {}
