// G11 E0616: takes the consequence out of a command that was checked
// No room: E0616 prints the name of the field only; next: write the command without `consequence`.
use countersign::*;

pub fn take(mut command: Command) -> Command {
    command.consequence = None;
    command
}

fn main() {}
