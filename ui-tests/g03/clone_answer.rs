// G3 E0277: copies an answer
// No room: the text of E0277 is that of the trait, which is core's; next: return the answer from `ask`, once.
use countersign::trusted::*;

pub fn forge<'q>(answer: Answer<'q>) -> Answer<'q> {
    Clone::clone(&answer)
}

fn main() {}
