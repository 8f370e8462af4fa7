// G2 E0308: calls the body with a confirmed call that stays usable
use countersign::*;
use fixtures::*;

pub async fn handle(call: Confirmed<DeleteDraft>, office: &Office) {
    DeleteDraft::run(call, office).await;
}

fn main() {}
