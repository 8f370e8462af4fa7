// G10 E0277: switches the gate off with a bool
// No room: the text of E0277 is that of the trait, which is core's; next: choose a `Policy`: it can only tighten.
use countersign::*;

pub fn handle(off: bool) -> Policy {
    let _ = off;
    off.into()
}

fn main() {}
