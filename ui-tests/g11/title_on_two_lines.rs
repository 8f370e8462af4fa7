// G11 E0080: a title that adds a line of its own to the prompt
use countersign::*;

pub const BAD: Command = command! { Command::new("delete", "Delete\nThis is safe.") };

fn main() {}
