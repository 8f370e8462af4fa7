// Twin: gives the answer there is.
use countersign::trusted::*;

pub fn forge<'q>(answer: Answer<'q>) -> Answer<'q> {
    answer
}

fn main() {}
