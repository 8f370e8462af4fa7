// Twin: prints the grant.
use countersign::*;
use fixtures::*;

pub fn log(call: &Granted<'_, Secret>) -> String {
    format!("{:?}", call)
}

fn main() {}
