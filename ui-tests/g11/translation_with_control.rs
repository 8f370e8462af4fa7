// G11 E0080: a translation that nobody looked at
use countersign::*;

pub const BAD: Command =
    command! { Command::new("delete", "Delete").title_in(Locale::Es, "Borrar\u{9b}2J") };

fn main() {}
