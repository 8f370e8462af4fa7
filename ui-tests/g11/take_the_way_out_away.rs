// G11 E0616: takes out of a command what to do where nobody can be asked
// No room: E0616 prints the name of the field only; next: write the command without `no_channel`.
use countersign::*;

pub fn take(mut command: Command) -> Command {
    command.no_channel = None;
    command
}

fn main() {}
