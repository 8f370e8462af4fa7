// Twin: makes the arguments out of nothing.
use fixtures::*;

pub fn forge() {
    drop::<DeleteDraft>(Default::default());
}

fn main() {}
