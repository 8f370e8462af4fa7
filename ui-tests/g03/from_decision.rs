// G3 E0277: converts a decision into an answer
use countersign::{trusted::*, *};

pub fn forge<'q>(question: Question<'q>, decision: ConfirmDecision) -> Answer<'q> {
    let _ = &question;
    decision.into()
}

fn main() {}
