// G13 no code: unused `ConfirmDecision` that must be used
#![deny(unused_must_use)]
use countersign::*;

pub fn handle() {
    decision_from_elicitation("accept", None);
}

fn main() {}
