// G1 E0117: implements what a state lacks, for calls of a type of one's own
// No room: E0117 prints the rule of the language only; next: route the call, or give it to `Gate::run`.

use countersign::{Approved, Unconfirmed};

pub struct Mine(pub Option<Unconfirmed<()>>);

impl Approved for Unconfirmed<Mine> {}

fn main() {}
