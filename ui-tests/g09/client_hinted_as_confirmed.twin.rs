// Twin: passes a human's answer.
use countersign::*;
use fixtures::*;

pub fn only_asked(call: Confirmed<DeleteDraft>) {
    drop(call);
}

pub fn handle(hinted: Confirmed<DeleteDraft, ClientHinted>, asked: Confirmed<DeleteDraft>) {
    let _ = (&hinted, &asked);
    only_asked(asked);
}

fn main() {}
