// G11 E0080: a title that pushes the rest out of sight
use countersign::*;

pub const BAD: Command = command! { Command::new("delete", "Delete a draft ") };

fn main() {}
