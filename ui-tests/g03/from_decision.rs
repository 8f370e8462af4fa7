// G3 E0277: converts a decision into an answer
// No room: the text of E0277 is that of the trait, which is core's; next: call `Question::answer` with the decision.
use countersign::{trusted::*, *};

pub fn forge<'q>(question: Question<'q>, decision: ConfirmDecision) -> Answer<'q> {
    let _ = &question;
    decision.into()
}

fn main() {}
