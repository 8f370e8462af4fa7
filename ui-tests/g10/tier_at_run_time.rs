// G10 E0435: chooses a tier at run time
// No room: E0435 prints what is not constant only; next: choose the tier in the type; tighten a call with `Tool::at_least`.
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
