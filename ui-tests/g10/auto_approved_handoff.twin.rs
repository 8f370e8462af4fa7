// Twin: confirms it.
use countersign::{tier::*, *};

pub struct Mine;

impl Tool for Mine {
    type Tier = Confirm<Handoff>;
    type Context<'a> = ();
    type Output = ();
    const COMMAND: Command = command! { Command::new("mine", "A tool") };

    async fn run(_: Granted<'_, Self>, (): Self::Context<'_>) {}
}

fn main() {}
