// G10 E0423: makes a value of a tier, which is a type only
use countersign::tier::*;

pub fn tier() -> Block {
    Block(())
}

fn main() {}
