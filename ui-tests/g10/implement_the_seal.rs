// G10 E0603: names the trait that seals the tiers

pub use countersign::tier::sealed::Sealed as Seal;

fn main() {}
