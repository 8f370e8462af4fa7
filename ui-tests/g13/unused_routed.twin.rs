// Twin: used.
#![deny(unused_must_use)]
use countersign::{trusted::*, *};
use fixtures::*;

pub fn handle(call: Unconfirmed<DeleteDraft>) {
    drop(call.route(ClientSupport::FormElicitation, Tighten::NONE));
}

fn main() {}
