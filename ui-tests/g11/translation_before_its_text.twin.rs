// Twin: of one that is.
use countersign::*;

pub const BAD: Command = command! { Command::new("delete", "Delete").consequence("Gone.").consequence_in(Locale::Es, "Se pierde.") };

fn main() {}
