// G11 E0015: has the title made by a function that may do anything
// No room: E0015 prints the function that is not const only; next: write the text as a literal: what a human reads is fixed at compile time.
use countersign::*;

pub fn anything() -> &'static str {
    String::from("Delete").leak()
}

pub const fn fixed() -> &'static str {
    "Delete"
}

pub const BAD: Command = command! { Command::new("delete", anything()) };

fn main() {}
