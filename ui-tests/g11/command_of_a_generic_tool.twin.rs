// Twin: visible text.
use countersign::{tier::*, *};

pub struct Mine<X>(pub X);

impl<X: Send + 'static> Tool for Mine<X> {
    type Tier = AutoApprove;
    type Context<'a> = ();
    type Output = ();
    const COMMAND: Command = command! { Command::new("mine", "A tool") };

    async fn run(_: Granted<'_, Self>, (): Self::Context<'_>) {}
}

fn main() {}
