// Twin: it approves its own call.
use countersign::*;
use fixtures::*;

pub fn handle(call: AutoApproved<ListFilings>) {
    let _: AutoApproved<ListFilings> = call;
}

fn main() {}
