// G11 E0597: puts a text that was made at run time into the consequence
use countersign::*;

pub fn prompt(draft: String) -> Command {
    let _ = &draft;
    Command::new("delete_draft", "Delete").consequence(draft.as_str())
}

fn main() {}
