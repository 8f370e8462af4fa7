// G14 E0277: prints what the grant of a body holds
// No room: the text of E0277 is that of the trait, which is core's; next: print the grant itself: its `Debug` names the command only.
use countersign::*;
use fixtures::*;

pub fn log(call: &Granted<'_, Secret>) -> String {
    format!("{:?}", **call)
}

fn main() {}
