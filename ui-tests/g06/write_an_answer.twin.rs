// Twin: passes it on.
use countersign::{ConfirmDecision, trusted::*};

pub fn relay<'q>(mut answer: Answer<'q>) -> Answer<'q> {
    let _ = (&mut answer, ConfirmDecision::Proceed);
    answer
}

fn main() {}
