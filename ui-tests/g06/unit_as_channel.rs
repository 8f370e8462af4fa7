// G6 E0277: asks nobody
use countersign::*;
use fixtures::*;

pub fn confirm(call: Pending<DeleteDraft>) {
    let _ = call.ask(&());
}

fn main() {}
