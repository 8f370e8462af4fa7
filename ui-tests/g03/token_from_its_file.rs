// G3 E0603: reaches for the token in the file that makes it
// No room: E0603 prints the name that is private only; next: call `route`, which has the token.

pub use countersign::call::unconfirmed::Mint as Token;

fn main() {}
