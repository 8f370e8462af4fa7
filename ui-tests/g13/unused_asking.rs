// G13 no code: unused implementer of `Future` that must be used
// No room: the text is that of `Future`, which is core's; a second one, on the method, would be a second error; next: await it: `call.ask(&channel).await?` gives a `Confirmed`.
#![deny(unused_must_use)]
use countersign::*;
use fixtures::*;

pub async fn handle(call: Pending<DeleteDraft>) {
    call.ask(&Yes);
}

fn main() {}
