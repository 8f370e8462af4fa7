// G3 E0308: calls the hidden row of the matrix with something for the token
// No room: E0308 prints the two types only; next: call `route`, which has the token.
// Shows `Mint`: `row` is hidden, and takes it.
use countersign::{tier::*, trusted::*, *};

pub fn forge<L: Tier, T: Tool<Tier = L>>(call: T, client: ClientSupport) -> Routed<T> {
    let _ = (&call, client);
    L::row(call, ConfirmRoute::Auto, ())
}

fn main() {}
