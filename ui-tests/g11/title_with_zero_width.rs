// G11 E0080: a title with something in it that nobody sees
use countersign::*;

pub const BAD: Command = command! { Command::new("delete", "Delete\u{200b} a draft") };

fn main() {}
