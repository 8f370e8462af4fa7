// G3 E0277: copies an answer
use countersign::trusted::*;

pub fn forge<'q>(answer: Answer<'q>) -> Answer<'q> {
    Clone::clone(&answer)
}

fn main() {}
