// G9 E0308: passes the client's own prompt for a human's answer
// No room: E0308 prints the two types only; next: ask through a channel, or take `Confirmed<_, ClientHinted>` where that is enough.
use countersign::*;
use fixtures::*;

pub fn only_asked(call: Confirmed<DeleteDraft>) {
    drop(call);
}

pub fn handle(hinted: Confirmed<DeleteDraft, ClientHinted>, asked: Confirmed<DeleteDraft>) {
    let _ = (&hinted, &asked);
    only_asked(hinted);
}

fn main() {}
