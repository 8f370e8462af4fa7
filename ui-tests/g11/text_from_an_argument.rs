// G11 E0521: puts an argument into the title
use countersign::*;

pub fn prompt(draft: &str) -> Command {
    let _ = draft;
    Command::new("delete_draft", draft)
}

fn main() {}
