// G11 E0080: a way out with invisible tag characters, which models read
use countersign::*;

pub const BAD: Command =
    command! { Command::new("delete", "Delete").no_channel("Run it.\u{e0041}") };

fn main() {}
