// G10 E0603: reaches for what refuses a call, to refuse without the router
// No room: E0603 prints the name that is private only; next: let the router refuse, with `Unconfirmed::route`.

pub use countersign::tier::refused as decide;

fn main() {}
