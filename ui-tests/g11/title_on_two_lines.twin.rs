// Twin: one line.
use countersign::*;

pub const BAD: Command = command! { Command::new("delete", "Delete. This is safe.") };

fn main() {}
