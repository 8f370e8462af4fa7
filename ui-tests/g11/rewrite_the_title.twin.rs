// Twin: reads it.
use countersign::*;

pub fn rewrite(mut command: Command) -> &'static str {
    let _ = &mut command;
    command.key()
}

fn main() {}
