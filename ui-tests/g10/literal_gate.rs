// G10 E0451: writes down a gate that was not checked
use countersign::*;

pub fn handle(gate: Gate) -> Gate {
    Gate {
        close_client_hint: false,
        ..gate
    }
}

fn main() {}
