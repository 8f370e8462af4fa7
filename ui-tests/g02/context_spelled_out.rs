// G2 E0195: an author writes out what the context stands for
use countersign::{tier::*, *};
use fixtures::*;

pub struct Peek;

impl Tool for Peek {
    type Tier = AutoApprove;
    type Context<'a> = &'a Office;
    type Output = ();
    const COMMAND: Command = command! { Command::new("peek", "Only looks") };

    async fn run(_: Granted<'_, Self>, _: &Office) {}
}

fn main() {}
