// Twin: without.
use countersign::*;

pub const BAD: Command = command! { Command::new("delete", "Delete").no_channel("Run it.") };

fn main() {}
