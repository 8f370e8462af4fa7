// G14 E0277: writes a call that waits into a log
use countersign::*;
use fixtures::*;

pub fn log(call: &Pending<DeleteDraft>) {
    write(call);
}

fn main() {}
