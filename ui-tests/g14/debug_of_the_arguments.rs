// G14 E0277: prints the arguments of a call, which have no `Debug`
use countersign::*;
use fixtures::*;

pub fn log(call: &Pending<Secret>) -> String {
    format!("{:?}", call.call())
}

fn main() {}
