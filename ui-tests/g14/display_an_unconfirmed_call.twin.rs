// Twin: prints its arguments, and says so.
use countersign::*;
use fixtures::*;

pub fn log(call: &Unconfirmed<DeleteDraft>) -> String {
    format!("{:?}", call.call())
}

fn main() {}
