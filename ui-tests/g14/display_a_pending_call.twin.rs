// Twin: prints what a human is shown.
use countersign::*;
use fixtures::*;

pub fn log(call: &Pending<DeleteDraft>) -> String {
    format!("{}", call.request(&Locale::En).message)
}

fn main() {}
