// Twin: a text that is in the program.
use countersign::*;

pub fn prompt(draft: &str) -> Command {
    let _ = draft;
    Command::new("delete_draft", "draft")
}

fn main() {}
