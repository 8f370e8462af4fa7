// G9 E0277: converts one evidence into the other
use countersign::*;
use fixtures::*;

pub fn handle(hinted: Confirmed<DeleteDraft, ClientHinted>) {
    drop(Confirmed::<DeleteDraft>::from(hinted));
}

fn main() {}
