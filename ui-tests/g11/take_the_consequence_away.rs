// G11 E0616: takes the consequence out of a command that was checked
use countersign::*;

pub fn take(mut command: Command) -> Command {
    command.consequence = None;
    command
}

fn main() {}
