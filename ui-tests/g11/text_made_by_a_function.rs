// G11 E0015: has the title made by a function that may do anything
use countersign::*;

pub fn anything() -> &'static str {
    String::from("Delete").leak()
}

pub const fn fixed() -> &'static str {
    "Delete"
}

pub const BAD: Command = command! { Command::new("delete", anything()) };

fn main() {}
