// G11 E0080: a title that says nothing
use countersign::*;

pub const BAD: Command = command! { Command::new("delete", "") };

fn main() {}
