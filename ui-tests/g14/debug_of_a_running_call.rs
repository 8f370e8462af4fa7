// G14 E0277: prints what the grant of a body holds
use countersign::*;
use fixtures::*;

pub fn log(call: &Granted<'_, Secret>) -> String {
    format!("{:?}", **call)
}

fn main() {}
