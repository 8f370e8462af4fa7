// Twin: a key.
use countersign::*;

pub const BAD: Command = command! { Command::new("delete_draft", "Delete a draft") };

fn main() {}
