// G2 E0053: an author leaves the grant out of the body
// No room: E0053 prints the two signatures, and proposes the right one; next: take `call: Granted<'_, Self>`.
use countersign::{tier::*, *};
use fixtures::*;

pub struct Peek;

impl Tool for Peek {
    type Tier = AutoApprove;
    type Context<'a> = &'a Office;
    type Output = ();
    const COMMAND: Command = command! { Command::new("peek", "Only looks") };

    async fn run(_: Self, _: Self::Context<'_>) {}
}

fn main() {}
