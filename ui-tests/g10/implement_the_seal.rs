// G10 E0603: names the trait that seals the tiers
// No room: E0603 prints the name that is private only; next: choose one of the tiers in `countersign::tier`.

pub use countersign::tier::sealed::Sealed as Seal;

fn main() {}
