// Twin: visible text.
use countersign::*;

pub const BAD: Command =
    command! { Command::new("delete", "Delete").title_in(Locale::Es, "Borrar 2J") };

fn main() {}
