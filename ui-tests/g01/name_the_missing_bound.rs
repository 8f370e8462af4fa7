// G1 E0603: names the trait that no state implements, to implement it

pub use countersign::missing::Executable as Bound;

fn main() {}
