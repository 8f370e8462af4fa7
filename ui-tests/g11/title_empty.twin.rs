// Twin: says something.
use countersign::*;

pub const BAD: Command = command! { Command::new("delete", "D") };

fn main() {}
