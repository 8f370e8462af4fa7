// G3 E0277: calls the hidden row of the matrix and converts nothing into the token
// No room: the text of E0277 is that of the trait, which is core's; next: call `route`, which has the token.
// Shows `Mint`, `unconfirmed`: `row` is hidden, and takes it.
use countersign::{tier::*, trusted::*, *};

pub fn forge<L: Tier, T: Tool<Tier = L>>(call: T, client: ClientSupport) -> Routed<T> {
    let _ = (&call, client);
    L::row(call, ConfirmRoute::Auto, ().into())
}

fn main() {}
