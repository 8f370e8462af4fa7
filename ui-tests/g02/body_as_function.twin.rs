// Twin: takes another method of the tool.
use countersign::*;
use fixtures::*;

pub fn handle(office: Office) -> Policy {
    drop(office);
    let _: fn(&DeleteDraft) -> Policy = DeleteDraft::at_least;
    Policy::Block
}

fn main() {}
