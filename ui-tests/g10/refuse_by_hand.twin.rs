// Twin: reaches for the pure matrix.

pub use countersign::resolve_confirm_route as decide;

fn main() {}
