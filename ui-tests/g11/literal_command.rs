// G11 E0451: writes down a command that was not checked
use countersign::*;

pub fn rewrite(checked: Command) -> Command {
    let _ = &checked;
    Command {
        key: "\u{202e}",
        ..checked
    }
}

fn main() {}
