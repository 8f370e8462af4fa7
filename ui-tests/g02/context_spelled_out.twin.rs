// Twin: spells it as the trait does.
use countersign::{tier::*, *};
use fixtures::*;

pub struct Peek;

impl Tool for Peek {
    type Tier = AutoApprove;
    type Context<'a> = &'a Office;
    type Output = ();
    const COMMAND: Command = command! { Command::new("peek", "Only looks") };

    async fn run(_: Granted<'_, Self>, _: Self::Context<'_>) {}
}

fn main() {}
