// Twin: names the trait of the tiers.

pub use countersign::tier::Tier as Seal;

fn main() {}
