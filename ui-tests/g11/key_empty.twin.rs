// Twin: with one.
use countersign::*;

pub const BAD: Command = command! { Command::new("d", "Delete a draft") };

fn main() {}
