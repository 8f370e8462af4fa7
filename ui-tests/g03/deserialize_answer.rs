// G3 E0277: reads an answer from the wire
// No room: the text of E0277 is that of the trait, which is serde's; next: read a decision with `decision_from_json`, and answer the question with it.
use countersign::trusted::*;
use fixtures::*;

pub fn forge<'q>(question: Question<'q>) -> Answer<'q> {
    let _ = &question;
    read::<Answer<'static>>()
}

fn main() {}
