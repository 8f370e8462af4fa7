// Twin: by one that is evaluated with the program.
use countersign::*;

pub fn anything() -> &'static str {
    String::from("Delete").leak()
}

pub const fn fixed() -> &'static str {
    "Delete"
}

pub const BAD: Command = command! { Command::new("delete", fixed()) };

fn main() {}
