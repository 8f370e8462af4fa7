// Twin: runs it once.
use countersign::*;
use fixtures::*;

pub async fn handle(call: AutoApproved<ListFilings>, office: &Office) {
    call.execute(office).await;
}

fn main() {}
