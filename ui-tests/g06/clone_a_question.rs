// G6 E0277: copies a question, to answer it twice
use countersign::trusted::*;

pub fn answer<'q>(question: Question<'q>) -> Question<'q> {
    Clone::clone(&question)
}

fn main() {}
