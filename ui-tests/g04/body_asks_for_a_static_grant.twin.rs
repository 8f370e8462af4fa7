// Twin: takes the grant that it is given.
use countersign::*;

pub struct Mine;

impl Tool for Mine {
    type Tier = tier::AutoApprove;
    type Context<'a> = ();
    type Output = ();
    const COMMAND: Command = command! { Command::new("mine", "A tool") };

    async fn run(_: Granted<'_, Self>, (): Self::Context<'_>) {}
}

fn main() {}
