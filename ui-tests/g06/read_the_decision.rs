// G6 E0624: reads the decision out of an answer, as the kernel does
// No room: E0624 prints the name that is private only; next: read the decision before `Question::answer` takes it.
use countersign::trusted::*;

pub async fn ask<'q>(answer: Answer<'q>) -> Result<Answer<'q>, NoAnswer> {
    drop::<countersign::ConfirmDecision>(answer.decision());
    Err(NoAnswer::Unavailable)
}

fn main() {}
