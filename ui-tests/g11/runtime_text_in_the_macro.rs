// G11 E0435: has the macro take what is only known at run time
// No room: E0435 prints what is not constant only; next: write the text as a literal: what a human reads is fixed at compile time.
use countersign::*;

pub fn prompt(draft: &'static str) -> Command {
    let _ = draft;
    command! { Command::new("delete_draft", draft) }
}

fn main() {}
