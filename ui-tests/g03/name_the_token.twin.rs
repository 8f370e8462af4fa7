// Twin: names the trait that takes it.

pub use countersign::tier::Tier as Token;

fn main() {}
