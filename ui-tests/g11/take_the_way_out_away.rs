// G11 E0616: takes out of a command what to do where nobody can be asked
use countersign::*;

pub fn take(mut command: Command) -> Command {
    command.no_channel = None;
    command
}

fn main() {}
