// Twin: used.
#![deny(unused_must_use)]
use countersign::*;

pub fn handle() {
    let _ = decision_from_elicitation("accept", None);
}

fn main() {}
