// Twin: asks about it.
use countersign::{trusted::Channel, *};

pub async fn handle<T: Tool>(call: Pending<T>, human: &impl Channel) -> Result<Confirmed<T>, Refusal> {
    call.ask(human).await
}

fn main() {}
