// G4 E0382: routes a call twice, for two approvals
// No room: E0382 prints what moved, and where; next: match on the first `Routed`.
use countersign::{trusted::ClientSupport, *};

pub fn handle<T: Tool>(call: Unconfirmed<T>, client: ClientSupport) {
    drop(call.route(client, Tighten::NONE));
    drop(call.route(client, Tighten::NONE));
}

fn main() {}
