// G3 E0603: names the token that only the router has, through the file that takes it
// No room: E0603 prints the name that is private only; next: call `route`, which has the token.
// Shows `unconfirmed`: the compiler proposes the path of the token, which is private, too.

pub use countersign::tier::Mint as Token;

fn main() {}
