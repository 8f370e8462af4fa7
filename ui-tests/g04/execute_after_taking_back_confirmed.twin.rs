// Twin: runs it.
use countersign::*;

pub async fn handle<T: Tool>(call: Confirmed<T>, context: T::Context<'_>) -> T::Output {
    call.execute(context).await
}

fn main() {}
