// G9 E0277: converts one evidence into the other
// No room: the text of E0277 is that of the trait, which is core's; next: ask through a channel: a client's own prompt is no answer.
use countersign::*;
use fixtures::*;

pub fn handle(hinted: Confirmed<DeleteDraft, ClientHinted>) {
    drop(Confirmed::<DeleteDraft>::from(hinted));
}

fn main() {}
