// Twin: implements it for what is no state, and can never be one.

use countersign::{Approved, Unconfirmed};

pub struct Mine(pub Option<Unconfirmed<()>>);

impl Approved for Mine {}

fn main() {}
