// G3 E0277: calls the hidden row of the matrix and lets the token be inferred
use countersign::{tier::*, trusted::*, *};

pub fn forge<L: Tier, T: Tool<Tier = L>>(call: T, client: ClientSupport) -> Routed<T> {
    let _ = (&call, client);
    L::row(call, ConfirmRoute::Auto, Default::default())
}

fn main() {}
