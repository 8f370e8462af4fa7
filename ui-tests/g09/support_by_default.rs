// G9 E0277: lets what the client can do be inferred
use countersign::{trusted::*, *};
use fixtures::*;

pub fn handle(call: Unconfirmed<DeleteDraft>, declared: ClientSupport) -> Routed<DeleteDraft> {
    let _ = declared;
    call.route(Default::default(), Tighten::NONE)
}

fn main() {}
