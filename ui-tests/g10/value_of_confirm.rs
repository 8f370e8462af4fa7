// G10 E0423: makes a value of a tier, which is a type only
// No room: E0423 prints the line of the field only; next: name the tier as a type: `type Tier = Confirm<Handoff>`.
use countersign::tier::*;

pub fn tier() -> Confirm<Handoff> {
    Confirm(fixtures::PhantomData)
}

fn main() {}
