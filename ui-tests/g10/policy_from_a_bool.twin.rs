// Twin: names a policy.
use countersign::*;

pub fn handle(off: bool) -> Policy {
    let _ = off;
    Policy::AutoApprove
}

fn main() {}
