// G4 E0382: takes the arguments out of a call, and routes it all the same
// No room: E0382 prints what moved, and where; next: make a call of what `into_inner` gave, with `Unconfirmed::new`.
use countersign::{trusted::ClientSupport, *};

pub fn handle<T: Tool>(call: Unconfirmed<T>, client: ClientSupport) -> Routed<T> {
    drop(call.into_inner());
    call.route(client, Tighten::NONE)
}

fn main() {}
