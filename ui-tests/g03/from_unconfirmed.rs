// G3 E0277: converts a call as it came into an approved one
// No room: the text of E0277 is that of the trait, which is core's; next: call `route`, and match on what it gives.
use countersign::{trusted::*, *};
use fixtures::*;

pub fn forge(call: Unconfirmed<DeleteDraft>, client: ClientSupport) {
    let _ = client;
    drop::<AutoApproved<DeleteDraft>>(call.into());
}

fn main() {}
