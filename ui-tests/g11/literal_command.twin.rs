// Twin: has it checked.
use countersign::*;

pub fn rewrite(checked: Command) -> Command {
    let _ = &checked;
    Command::new("key", "Title")
}

fn main() {}
