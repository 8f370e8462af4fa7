// G4 E0382: routes a call twice, for two approvals
use countersign::{trusted::ClientSupport, *};

pub fn handle<T: Tool>(call: Unconfirmed<T>, client: ClientSupport) {
    drop(call.route(client, Tighten::NONE));
    drop(call.route(client, Tighten::NONE));
}

fn main() {}
