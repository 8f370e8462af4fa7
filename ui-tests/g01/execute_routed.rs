// G1 E0599: runs a call without looking at its route
use countersign::*;
use fixtures::*;

pub async fn handle(call: Routed<ListFilings>, office: &Office) -> usize {
    match call {
        call => call.execute(office).await,
        _ => 0,
    }
}

fn main() {}
