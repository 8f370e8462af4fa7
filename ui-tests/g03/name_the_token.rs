// G3 E0603: names the token that only the router has, through the file that takes it

pub use countersign::tier::Mint as Token;

fn main() {}
