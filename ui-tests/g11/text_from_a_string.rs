// G11 E0597: puts a text that was made at run time into the consequence
// No room: E0597 prints what does not live long enough only; next: write the text as a literal: what a human reads is fixed at compile time.
use countersign::*;

pub fn prompt(draft: String) -> Command {
    let _ = &draft;
    Command::new("delete_draft", "Delete").consequence(draft.as_str())
}

fn main() {}
