// Twin: compares the arguments, and says so.
use countersign::*;
use fixtures::*;

pub fn guess(call: &Confirmed<DeleteDraft>, other: &Confirmed<DeleteDraft>) -> bool {
    call.call() == other.call()
}

fn main() {}
