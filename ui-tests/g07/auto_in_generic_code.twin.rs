// Twin: converts what the tier gives.
use countersign::*;

pub async fn handle<T: Tool>(call: Routed<T>, context: T::Context<'_>) {
    match call {
        Routed::Auto(call) => drop(Into::<AutoApproved<T>>::into(call).execute(context).await),
        _ => (),
    }
}

fn main() {}
