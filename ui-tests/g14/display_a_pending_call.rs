// G14 E0277: prints a call for people
// No room: the text of E0277 is that of the trait, which is core's; next: print it with `{:?}`, which names the command only, or show its `request`.
use countersign::*;
use fixtures::*;

pub fn log(call: &Pending<DeleteDraft>) -> String {
    format!("{}", call)
}

fn main() {}
