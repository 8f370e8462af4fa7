// G10 E0451: writes down a gate that was not checked
// No room: E0451 prints the names of the fields only; next: make it with `Gate::new`, which checks it.
// Shows `tools`: E0451 lists whatever `..gate` would copy.
use countersign::*;

pub fn handle(gate: Gate) -> Gate {
    Gate {
        close_client_hint: false,
        ..gate
    }
}

fn main() {}
