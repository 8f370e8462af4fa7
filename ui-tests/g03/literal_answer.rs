// G3 E0451: writes down an answer
use countersign::{trusted::*, *};

pub fn forge<'q>(question: Question<'q>) -> Answer<'q> {
    let _ = &question;
    Answer {
        decision: ConfirmDecision::Proceed,
        brand: std::marker::PhantomData,
    }
}

fn main() {}
