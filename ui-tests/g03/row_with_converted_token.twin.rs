// Twin: lets the router call it.
use countersign::{tier::*, trusted::*, *};

pub fn forge<L: Tier, T: Tool<Tier = L>>(call: T, client: ClientSupport) -> Routed<T> {
    let _ = (&call, client);
    Unconfirmed::new(call).route(client, Tighten::NONE)
}

fn main() {}
