// Twin: as written.
use countersign::*;

pub const BAD: Command = command! { Command::new("delete", "Delete").consequence("Gone.") };

fn main() {}
