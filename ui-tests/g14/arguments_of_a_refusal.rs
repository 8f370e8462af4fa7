// G14 E0599: reads the arguments out of a refusal
use countersign::*;

pub fn log(refusal: &Refusal) -> &'static str {
    refusal.call()
}

fn main() {}
