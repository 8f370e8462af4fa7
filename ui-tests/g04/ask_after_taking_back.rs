// G4 E0382: takes a call back that waits, and asks about it all the same
// No room: E0382 prints what moved, and where; next: route what `into_unconfirmed` gave.
use countersign::{trusted::Channel, *};

pub async fn handle<T: Tool>(call: Pending<T>, human: &impl Channel) -> Result<Confirmed<T>, Refusal> {
    drop(call.into_unconfirmed());
    call.ask(human).await
}

fn main() {}
