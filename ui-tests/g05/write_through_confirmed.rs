// G5 E0594: changes the arguments after the yes
// No room: E0594 prints the place that cannot be written to only; next: take the call back with `into_unconfirmed`, change it, and route it again.
use countersign::*;
use fixtures::*;

pub fn change(mut call: Confirmed<DeleteDraft>) {
    let _ = &mut call;
    call.call().name = String::new();
}

fn main() {}
