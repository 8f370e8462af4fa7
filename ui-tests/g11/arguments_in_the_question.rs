// G11 E0599: a channel shows the arguments of the call
use countersign::trusted::*;

pub fn show(question: &Question<'_>) -> String {
    question.call().name
}

fn main() {}
