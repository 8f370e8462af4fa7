// G14 E0277: writes a call into a log
use countersign::*;
use fixtures::*;

pub fn log(call: &Unconfirmed<DeleteDraft>) {
    write(call);
}

fn main() {}
