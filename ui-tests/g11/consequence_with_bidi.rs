// G11 E0080: a consequence that reads in another order than it is written
use countersign::*;

pub const BAD: Command = command! { Command::new("delete", "Delete").consequence("Gone.\u{2066}") };

fn main() {}
