// Twin: to one of the tiers.
use countersign::*;
use fixtures::*;

pub struct Mine<L>(pub PhantomData<fn() -> L>);

impl<L: countersign::tier::Tier> Tool for Mine<L> {
    type Tier = L;
    type Context<'a> = ();
    type Output = ();
    const COMMAND: Command = command! { Command::new("mine", "A tool") };

    async fn run(_: Granted<'_, Self>, (): Self::Context<'_>) {}
}

fn main() {}
