// Twin: routes it once.
use countersign::{trusted::ClientSupport, *};

pub fn handle<T: Tool>(call: Unconfirmed<T>, client: ClientSupport) {
    drop(call.route(client, Tighten::NONE));
}

fn main() {}
