// G10 E0277: leaves the tier to whoever uses the tool
use countersign::*;
use fixtures::*;

pub struct Mine<L>(pub PhantomData<fn() -> L>);

impl<L: 'static> Tool for Mine<L> {
    type Tier = L;
    type Context<'a> = ();
    type Output = ();
    const COMMAND: Command = command! { Command::new("mine", "A tool") };

    async fn run(_: Granted<'_, Self>, (): Self::Context<'_>) {}
}

fn main() {}
