// G7 E0005: takes for granted that an auto-approved tool is never tightened
// No room: E0005 prints the patterns that are missing only; next: match on `Routed::Elicit`, too, and ask.
use countersign::*;
use fixtures::*;

pub fn handle(call: Routed<ListFilings>) {
    let (Routed::Auto(_) | Routed::Refused(_)) = call;
}

fn main() {}
