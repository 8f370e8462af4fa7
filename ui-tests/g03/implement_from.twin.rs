// Twin: may implement it, but cannot make what it promises.
use countersign::{tier::*, *};

pub struct Mine;

impl Tool for Mine {
    type Tier = Confirm<Handoff>;
    type Context<'a> = ();
    type Output = ();
    const COMMAND: Command = command! { Command::new("mine", "A tool") };

    async fn run(_: Granted<'_, Self>, (): Self::Context<'_>) {}
}

impl From<Mine> for Confirmed<Mine> {
    fn from(mine: Mine) -> Self {
        let _ = &mine;
        unreachable!("there is nothing to make it of")
    }
}

fn main() {}
