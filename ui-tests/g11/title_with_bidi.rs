// G11 E0080: a title that reads in another order than it is written
use countersign::*;

pub const BAD: Command = command! { Command::new("delete", "Delete \u{202e}eton") };

fn main() {}
