// Twin: reads it.
use countersign::*;

pub fn handle(command: Command) {
    let _ = &command;
    let _taken = command.title(&Locale::En);
}

fn main() {}
