// G3 E0277: calls the hidden row of the matrix and converts nothing into the token
use countersign::{tier::*, trusted::*, *};

pub fn forge<L: Tier, T: Tool<Tier = L>>(call: T, client: ClientSupport) -> Routed<T> {
    let _ = (&call, client);
    L::row(call, ConfirmRoute::Auto, ().into())
}

fn main() {}
