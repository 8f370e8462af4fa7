// G3 E0277: makes an answer out of nothing
use countersign::trusted::*;

pub fn forge<'q>(question: Question<'q>) -> Answer<'q> {
    let _ = &question;
    Default::default()
}

fn main() {}
