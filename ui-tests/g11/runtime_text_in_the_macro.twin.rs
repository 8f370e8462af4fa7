// Twin: what is in the program.
use countersign::*;

pub fn prompt(draft: &'static str) -> Command {
    let _ = draft;
    command! { Command::new("delete_draft", "draft") }
}

fn main() {}
