// G10 E0271: has a handoff routed by the row of a laxer tier
// No room: E0271 prints the two tiers only; next: call `route`, which takes the row of the tool's own tier.
use countersign::{tier::*, *};
use fixtures::*;

pub fn handle(call: ExportFiling) {
    type Lax = AutoApprove<ReadOnly>;
    type Own = Confirm<Handoff>;
    let _: Option<(Lax, Own)> = None;
    drop(Lax::row(call, ConfirmRoute::Auto, any()));
}

fn main() {}
