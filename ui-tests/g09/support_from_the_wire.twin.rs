// Twin: says what it declared.
use countersign::{trusted::*, *};
use fixtures::*;

pub fn handle(call: Unconfirmed<DeleteDraft>, declared: ClientSupport) -> Routed<DeleteDraft> {
    let _ = declared;
    call.route(declared, Tighten::NONE)
}

fn main() {}
