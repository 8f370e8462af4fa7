// Twin: asks.
use countersign::*;
use fixtures::*;

pub async fn handle(call: Routed<AddNote>, office: &Office) {
    let _ = office;
    match call {
        Routed::Elicit(call) => drop(call.ask(&Yes).await),
        _ => (),
    }
}

fn main() {}
