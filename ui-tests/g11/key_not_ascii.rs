// G11 E0080: a key that looks like another one: its first letter is Cyrillic
use countersign::*;

pub const BAD: Command = command! { Command::new("\u{0435}xport", "Export a filing") };

fn main() {}
