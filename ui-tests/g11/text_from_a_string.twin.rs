// Twin: a text that is in the program.
use countersign::*;

pub fn prompt(draft: String) -> Command {
    let _ = &draft;
    Command::new("delete_draft", "Delete").consequence("draft")
}

fn main() {}
