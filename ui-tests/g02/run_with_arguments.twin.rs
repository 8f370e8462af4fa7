// Twin: hands them to the gate.
use countersign::*;
use fixtures::*;

pub async fn handle(draft: DeleteDraft, office: &Office) -> Result<usize, Refusal> {
    office.gate.run(draft.into(), &Yes, office).await
}

fn main() {}
