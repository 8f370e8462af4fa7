// G10 E0277: switches the gate off with a bool
use countersign::*;

pub fn handle(off: bool) -> Policy {
    let _ = off;
    off.into()
}

fn main() {}
