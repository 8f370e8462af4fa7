// Twin: by the row of its own.
use countersign::{tier::*, *};
use fixtures::*;

pub fn handle(call: ExportFiling) {
    type Lax = AutoApprove<ReadOnly>;
    type Own = Confirm<Handoff>;
    let _: Option<(Lax, Own)> = None;
    drop(Own::row(call, ConfirmRoute::Auto, any()));
}

fn main() {}
