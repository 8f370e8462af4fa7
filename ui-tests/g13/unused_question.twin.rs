// Twin: used.
#![deny(unused_must_use)]
use countersign::trusted::*;

pub fn handle<'q>(question: fn() -> Question<'q>) {
    drop(question());
}

fn main() {}
