// G11 E0435: has the macro take what is only known at run time
use countersign::*;

pub fn prompt(draft: &'static str) -> Command {
    let _ = draft;
    command! { Command::new("delete_draft", draft) }
}

fn main() {}
