// Twin: tells why it was refused.
use countersign::*;
use fixtures::*;

pub fn handle(refusal: Refusal, office: &Office) -> String {
    let _ = office;
    refusal.to_string()
}

fn main() {}
