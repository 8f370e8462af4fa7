// G11 E0080: the command of a tool, which only its use would evaluate
use countersign::{tier::*, *};

pub struct Mine;

impl Tool for Mine {
    type Tier = AutoApprove;
    type Context<'a> = ();
    type Output = ();
    const COMMAND: Command = command! { Command::new("mine", "A tool\u{200d}") };

    async fn run(_: Granted<'_, Self>, (): Self::Context<'_>) {}
}

fn main() {}
