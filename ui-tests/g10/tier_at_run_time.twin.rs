// Twin: at compile time.
use countersign::*;

pub fn handle(lax: bool) {
    let _ = lax;
    const POLICY: Policy = if cfg!(test) {
        Policy::AutoApprove
    } else {
        Policy::Block
    };
    let _ = POLICY;
}

fn main() {}
