// G14 E0277: writes a call that waits into a log
// No room: the text of E0277 is that of the trait, which is serde's; next: log it with `{:?}`, which names the command only.
use countersign::*;
use fixtures::*;

pub fn log(call: &Pending<DeleteDraft>) {
    write(call);
}

fn main() {}
