// G11 E0616: rewrites a command that was checked
// No room: E0616 prints the name of the field only; next: make another command with `command!`.
use countersign::*;

pub fn rewrite(mut command: Command) -> &'static str {
    let _ = &mut command;
    command.key = "export";
    command.key()
}

fn main() {}
