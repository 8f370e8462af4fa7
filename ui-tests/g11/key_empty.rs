// G11 E0080: a command without a name
use countersign::*;

pub const BAD: Command = command! { Command::new("", "Delete a draft") };

fn main() {}
