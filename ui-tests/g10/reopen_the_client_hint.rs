// G10 E0616: opens a route again that the settings have closed
// No room: E0616 prints the name of the field only; next: make another gate with `Gate::new`.
use countersign::*;

pub fn handle(mut gate: Gate) -> Gate {
    let _ = &mut gate;
    gate.close_client_hint = false;
    gate
}

fn main() {}
