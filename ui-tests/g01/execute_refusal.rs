// G1 E0599: runs what was refused
use countersign::*;
use fixtures::*;

pub fn handle(refusal: Refusal, office: &Office) -> String {
    let _ = office;
    refusal.execute(office)
}

fn main() {}
