// G7 E0599: takes the automatic route for a tool of any tier
// No room: E0599 prints the names of the method and of the type only; next: turn it into a state: `call.into().execute(context)`.
use countersign::*;

pub async fn handle<T: Tool>(call: Routed<T>, context: T::Context<'_>) {
    match call {
        Routed::Auto(call) => drop(call.execute(context).await),
        _ => (),
    }
}

fn main() {}
