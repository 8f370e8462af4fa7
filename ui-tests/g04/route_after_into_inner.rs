// G4 E0382: takes the arguments out of a call, and routes it all the same
use countersign::{trusted::ClientSupport, *};

pub fn handle<T: Tool>(call: Unconfirmed<T>, client: ClientSupport) -> Routed<T> {
    drop(call.into_inner());
    call.route(client, Tighten::NONE)
}

fn main() {}
