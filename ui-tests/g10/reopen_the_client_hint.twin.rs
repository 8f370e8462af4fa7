// Twin: closes it.
use countersign::*;

pub fn handle(mut gate: Gate) -> Gate {
    let _ = &mut gate;
    gate = gate.close_client_hint();
    gate
}

fn main() {}
