// G14 E0277: writes a call into a log
// No room: the text of E0277 is that of the trait, which is serde's; next: log it with `{:?}`, which names the command only.
use countersign::*;
use fixtures::*;

pub fn log(call: &Unconfirmed<DeleteDraft>) {
    write(call);
}

fn main() {}
