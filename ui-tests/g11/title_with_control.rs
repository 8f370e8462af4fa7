// G11 E0080: a title that clears the terminal
use countersign::*;

pub const BAD: Command = command! { Command::new("delete", "Delete\u{1b}[2J") };

fn main() {}
