// G11 E0080: a translation of a text that is not there
use countersign::*;

pub const BAD: Command =
    command! { Command::new("delete", "Delete").consequence_in(Locale::Es, "Se pierde.") };

fn main() {}
