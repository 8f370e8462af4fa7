// G2 E0308: calls the body with the bare arguments
use countersign::*;
use fixtures::*;

pub async fn handle(draft: DeleteDraft, office: &Office) -> Result<usize, Refusal> {
    Ok(DeleteDraft::run(draft, office).await)
}

fn main() {}
