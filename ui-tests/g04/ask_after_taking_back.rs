// G4 E0382: takes a call back that waits, and asks about it all the same
use countersign::{trusted::Channel, *};

pub async fn handle<T: Tool>(call: Pending<T>, human: &impl Channel) -> Result<Confirmed<T>, Refusal> {
    drop(call.into_unconfirmed());
    call.ask(human).await
}

fn main() {}
