// Twin: writes the command without it.
use countersign::*;

pub fn take(mut command: Command) -> Command {
    command = Command::new("key", "Title");
    command
}

fn main() {}
