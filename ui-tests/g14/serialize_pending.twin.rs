// Twin: writes what a human is shown.
use countersign::*;
use fixtures::*;

pub fn log(call: &Pending<DeleteDraft>) {
    write(&call.request(&Locale::En));
}

fn main() {}
