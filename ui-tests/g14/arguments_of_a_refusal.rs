// G14 E0599: reads the arguments out of a refusal
// No room: E0599 prints the names of the method and of the type only; next: keep the arguments apart, if they are needed after a refusal.
use countersign::*;

pub fn log(refusal: &Refusal) -> &'static str {
    refusal.call()
}

fn main() {}
