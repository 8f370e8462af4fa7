// G3 E0603: reaches for the token in the file that makes it

pub use countersign::call::unconfirmed::Mint as Token;

fn main() {}
