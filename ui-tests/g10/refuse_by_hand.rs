// G10 E0603: reaches for what refuses a call, to refuse without the router

pub use countersign::tier::refused as decide;

fn main() {}
