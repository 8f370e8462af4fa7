// Twin: without.
use countersign::*;

pub const BAD: Command = command! { Command::new("delete", "Delete a draft") };

fn main() {}
