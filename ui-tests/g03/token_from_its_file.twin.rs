// Twin: imports what the file makes public.

pub use countersign::Unconfirmed as Token;

fn main() {}
