// G2 E0308: calls the body with the bare arguments
// No room: E0308 prints the two types only; next: make an `Unconfirmed` of the arguments, and give it to `Gate::run`.
use countersign::*;
use fixtures::*;

pub async fn handle(draft: DeleteDraft, office: &Office) -> Result<usize, Refusal> {
    Ok(DeleteDraft::run(draft, office).await)
}

fn main() {}
