// G1 E0599: runs what was refused
// No room: E0599 prints the names of the method and of the type only; next: tell who asked for the call; its `message` says what would make it work.
use countersign::*;
use fixtures::*;

pub fn handle(refusal: Refusal, office: &Office) -> String {
    let _ = office;
    refusal.execute(office)
}

fn main() {}
