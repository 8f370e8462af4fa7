// G14 E0277: prints a call for people
use countersign::*;
use fixtures::*;

pub fn log(call: &Pending<DeleteDraft>) -> String {
    format!("{}", call)
}

fn main() {}
