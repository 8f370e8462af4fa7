// G11 E0080: a key that no client would take for a name
use countersign::*;

pub const BAD: Command = command! { Command::new("delete draft", "Delete a draft") };

fn main() {}
