// Twin: runs each confirmed call once.
use countersign::*;
use fixtures::*;

pub async fn handle(call: Confirmed<DeleteDraft>, office: &Office) {
    for call in [call] {
        call.execute(office).await;
    }
}

fn main() {}
