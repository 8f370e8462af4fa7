// Twin: has it checked.
use countersign::*;

pub fn handle(gate: Gate) -> Gate {
    gate.close_client_hint()
}

fn main() {}
