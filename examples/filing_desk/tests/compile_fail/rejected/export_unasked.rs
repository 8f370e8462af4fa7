// E0599: an export that nobody has confirmed is executed.
#![allow(dead_code)]
#[path = "../../../desk.rs"]
mod desk;
#[path = "../../../journal.rs"]
mod journal;
#[path = "../../../printable.rs"]
mod printable;
#[path = "../../../tools.rs"]
mod tools;

fn export(call: countersign::Unconfirmed<crate::tools::ExportFiling>, desk: &crate::desk::Desk) {
    drop(call.execute(desk));
}

fn main() {}
