// Twin: visible text.
use countersign::*;

pub const BAD: Command = command! { Command::new("delete", "Delete [2J") };

fn main() {}
