// G7 E0599: takes the automatic route for a tool of any tier
use countersign::*;

pub async fn handle<T: Tool>(call: Routed<T>, context: T::Context<'_>) {
    match call {
        Routed::Auto(call) => drop(call.execute(context).await),
        _ => (),
    }
}

fn main() {}
