// G14 E0277: prints the arguments of a call, which have no `Debug`
// No room: the text of E0277 is that of the trait, which is core's; next: print the state itself: its `Debug` names the command only.
use countersign::*;
use fixtures::*;

pub fn log(call: &Pending<Secret>) -> String {
    format!("{:?}", call.call())
}

fn main() {}
