// G3 E0277: converts a call as it came into an approved one
use countersign::{trusted::*, *};
use fixtures::*;

pub fn forge(call: Unconfirmed<DeleteDraft>, client: ClientSupport) {
    let _ = client;
    drop::<AutoApproved<DeleteDraft>>(call.into());
}

fn main() {}
