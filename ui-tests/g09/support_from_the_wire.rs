// G9 E0277: reads what the client can do from what it sent
// No room: the text of E0277 is that of the trait, which is serde's; next: read what the client declared with `ClientSupport::from_capability`.
use countersign::{trusted::*, *};
use fixtures::*;

pub fn handle(call: Unconfirmed<DeleteDraft>, declared: ClientSupport) -> Routed<DeleteDraft> {
    let _ = declared;
    call.route(fixtures::read(), Tighten::NONE)
}

fn main() {}
