// Twin: routes it.
use countersign::{trusted::ClientSupport, *};

pub fn handle<T: Tool>(call: Unconfirmed<T>, client: ClientSupport) -> Routed<T> {
    call.route(client, Tighten::NONE)
}

fn main() {}
