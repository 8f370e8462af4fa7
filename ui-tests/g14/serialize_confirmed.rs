// G14 E0277: writes a confirmed call into a log
use countersign::*;
use fixtures::*;

pub fn log(call: &Confirmed<DeleteDraft>) {
    write(call);
}

fn main() {}
