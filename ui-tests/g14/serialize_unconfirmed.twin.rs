// Twin: writes its arguments, and says so.
use countersign::*;
use fixtures::*;

pub fn log(call: &Unconfirmed<DeleteDraft>) {
    write(call.call());
}

fn main() {}
