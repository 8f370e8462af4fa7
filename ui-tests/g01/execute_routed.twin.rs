// Twin: takes what is left of the route of an auto-approved call.
use countersign::*;
use fixtures::*;

pub async fn handle(call: Routed<ListFilings>, office: &Office) -> usize {
    match call {
        Routed::Auto(call) => call.execute(office).await,
        _ => 0,
    }
}

fn main() {}
