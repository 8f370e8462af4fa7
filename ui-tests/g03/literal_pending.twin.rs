// Twin: writes down what anybody can make.
use countersign::*;
use fixtures::*;

pub fn forge(name: DeleteDraft) {
    drop(Unconfirmed::new(name));
}

fn main() {}
