// G14 E0277: prints a call for people
// No room: the text of E0277 is that of the trait, which is core's; next: print it with `{:?}`, which names the command only.
use countersign::*;
use fixtures::*;

pub fn log(call: &Unconfirmed<DeleteDraft>) -> String {
    format!("{}", call)
}

fn main() {}
