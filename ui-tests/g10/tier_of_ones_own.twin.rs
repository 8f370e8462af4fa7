// Twin: one of the tiers there are.
use countersign::*;

pub struct Lax;
pub struct Mine;

impl Tool for Mine {
    type Tier = countersign::tier::AutoApprove;
    type Context<'a> = ();
    type Output = ();
    const COMMAND: Command = command! { Command::new("mine", "A tool") };

    async fn run(_: Granted<'_, Self>, (): Self::Context<'_>) {}
}

fn main() {}
