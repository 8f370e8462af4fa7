// Twin: names a trait that is public.

pub use countersign::Tool as Bound;

fn main() {}
