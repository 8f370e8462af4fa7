// Twin: with one there is.
use countersign::{tier::*, *};

pub enum Harmless {}
pub struct Mine;

impl Tool for Mine {
    type Tier = Confirm<Destructive>;
    type Context<'a> = ();
    type Output = ();
    const COMMAND: Command = command! { Command::new("mine", "A tool") };

    async fn run(_: Granted<'_, Self>, (): Self::Context<'_>) {}
}

fn main() {}
