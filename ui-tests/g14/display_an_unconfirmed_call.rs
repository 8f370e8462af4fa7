// G14 E0277: prints a call for people
use countersign::*;
use fixtures::*;

pub fn log(call: &Unconfirmed<DeleteDraft>) -> String {
    format!("{}", call)
}

fn main() {}
