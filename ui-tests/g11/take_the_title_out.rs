// G11 E0616: takes the title out of a command, to put it into another one
// No room: E0616 prints the name of the field only; next: read it with `title`.
use countersign::*;

pub fn handle(command: Command) {
    let _ = &command;
    let _taken = command.title;
}

fn main() {}
