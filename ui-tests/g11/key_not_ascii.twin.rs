// Twin: its first letter is not.
use countersign::*;

pub const BAD: Command = command! { Command::new("\u{0065}xport", "Export a filing") };

fn main() {}
