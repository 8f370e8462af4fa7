// G3 E0277: reads a call confirmed by the client from the wire
// No room: the text of E0277 is that of the trait, which is serde's; next: deserialize an `Unconfirmed`, and route it.
use countersign::*;
use fixtures::*;

pub fn forge() {
    drop(read::<Confirmed<DeleteDraft, ClientHinted>>());
}

fn main() {}
