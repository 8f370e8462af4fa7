// Twin: shows what was fixed at compile time.
use countersign::trusted::*;

pub fn show(question: &Question<'_>) -> String {
    question.request(&countersign::Locale::En).message
}

fn main() {}
