// G10 E0435: chooses a tier at run time
use countersign::*;

pub fn handle(lax: bool) {
    let _ = lax;
    const POLICY: Policy = if lax {
        Policy::AutoApprove
    } else {
        Policy::Block
    };
    let _ = POLICY;
}

fn main() {}
