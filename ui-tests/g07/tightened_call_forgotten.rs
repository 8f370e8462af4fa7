// G7 E0005: takes for granted that an auto-approved tool is never tightened
use countersign::*;
use fixtures::*;

pub fn handle(call: Routed<ListFilings>) {
    let (Routed::Auto(_) | Routed::Refused(_)) = call;
}

fn main() {}
