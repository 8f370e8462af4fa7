// Twin: takes the call back, to have it asked about.
use countersign::*;
use fixtures::*;

pub fn handle(hinted: Confirmed<DeleteDraft, ClientHinted>) {
    drop(hinted.into_unconfirmed());
}

fn main() {}
