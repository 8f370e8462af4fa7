// G11 E0451: writes down a command that was not checked
// No room: E0451 prints the names of the fields only; next: make it with `command!`, which checks it.
use countersign::*;

pub fn rewrite(checked: Command) -> Command {
    let _ = &checked;
    Command {
        key: "\u{202e}",
        ..checked
    }
}

fn main() {}
