// G3 E0277: reads an answer from the wire
use countersign::trusted::*;
use fixtures::*;

pub fn forge<'q>(question: Question<'q>) -> Answer<'q> {
    let _ = &question;
    read::<Answer<'static>>()
}

fn main() {}
