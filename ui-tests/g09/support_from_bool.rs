// G9 E0277: makes what the client can do out of a bool
use countersign::{trusted::*, *};
use fixtures::*;

pub fn handle(call: Unconfirmed<DeleteDraft>, declared: ClientSupport) -> Routed<DeleteDraft> {
    let _ = declared;
    call.route(false.into(), Tighten::NONE)
}

fn main() {}
