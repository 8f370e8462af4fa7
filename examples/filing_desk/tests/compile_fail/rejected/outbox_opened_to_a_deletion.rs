// E0271: the body of another tool opens the outbox.
#![allow(dead_code)]
#[path = "../../../desk.rs"]
mod desk;
#[path = "../../../journal.rs"]
mod journal;
#[path = "../../../printable.rs"]
mod printable;
#[path = "../../../tools.rs"]
mod tools;

fn body(call: &countersign::Granted<'_, crate::tools::DeleteDraft>, desk: &crate::desk::Desk) {
    let _ = desk.outbox.open(call);
}

fn main() {}
