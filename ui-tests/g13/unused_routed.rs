// G13 no code: unused `Routed` that must be used
#![deny(unused_must_use)]
use countersign::{trusted::*, *};
use fixtures::*;

pub fn handle(call: Unconfirmed<DeleteDraft>) {
    call.route(ClientSupport::FormElicitation, Tighten::NONE);
}

fn main() {}
