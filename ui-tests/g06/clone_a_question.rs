// G6 E0277: copies a question, to answer it twice
// No room: the text of E0277 is that of the trait, which is core's; next: answer the question itself, once.
use countersign::trusted::*;

pub fn answer<'q>(question: Question<'q>) -> Question<'q> {
    Clone::clone(&question)
}

fn main() {}
