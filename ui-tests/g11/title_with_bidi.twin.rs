// Twin: as written.
use countersign::*;

pub const BAD: Command = command! { Command::new("delete", "Delete note") };

fn main() {}
