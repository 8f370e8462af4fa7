// G11 E0521: puts an argument into the title
// No room: E0521 prints what escapes, and where; next: write the text as a literal: what a human reads is fixed at compile time.
use countersign::*;

pub fn prompt(draft: &str) -> Command {
    let _ = draft;
    Command::new("delete_draft", draft)
}

fn main() {}
