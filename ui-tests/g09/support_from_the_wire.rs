// G9 E0277: reads what the client can do from what it sent
use countersign::{trusted::*, *};
use fixtures::*;

pub fn handle(call: Unconfirmed<DeleteDraft>, declared: ClientSupport) -> Routed<DeleteDraft> {
    let _ = declared;
    call.route(fixtures::read(), Tighten::NONE)
}

fn main() {}
