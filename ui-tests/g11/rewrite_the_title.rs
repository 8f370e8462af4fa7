// G11 E0616: rewrites a command that was checked
use countersign::*;

pub fn rewrite(mut command: Command) -> &'static str {
    let _ = &mut command;
    command.key = "export";
    command.key()
}

fn main() {}
