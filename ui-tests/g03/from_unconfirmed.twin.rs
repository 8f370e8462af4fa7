// Twin: has it routed.
use countersign::{trusted::*, *};
use fixtures::*;

pub fn forge(call: Unconfirmed<DeleteDraft>, client: ClientSupport) {
    let _ = client;
    drop::<Routed<DeleteDraft>>(call.route(client, Tighten::NONE));
}

fn main() {}
