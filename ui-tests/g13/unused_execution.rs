// G13 no code: unused implementer of `Future` that must be used
// No room: the text is that of `Future`, which is core's; a second one, on the method, would be a second error; next: await it: `call.execute(context).await`.
#![deny(unused_must_use)]
use countersign::*;
use fixtures::*;

pub async fn handle(call: Confirmed<DeleteDraft>, office: &Office) {
    call.execute(office);
}

fn main() {}
