// G2 E0308: calls the body with a confirmed call that stays usable
// No room: E0308 prints the two types only; next: call `execute` on the confirmed call, which makes the grant.
use countersign::*;
use fixtures::*;

pub async fn handle(call: Confirmed<DeleteDraft>, office: &Office) {
    DeleteDraft::run(call, office).await;
}

fn main() {}
