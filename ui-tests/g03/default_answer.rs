// G3 E0277: makes an answer out of nothing
// No room: the text of E0277 is that of the trait, which is core's; next: answer the question: `question.answer(decision)`.
use countersign::trusted::*;

pub fn forge<'q>(question: Question<'q>) -> Answer<'q> {
    let _ = &question;
    Default::default()
}

fn main() {}
