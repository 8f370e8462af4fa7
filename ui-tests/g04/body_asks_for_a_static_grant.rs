// G4 E0308: a body asks for a grant that it can keep for ever
// No room: E0308 prints two signatures; next: write `call: Granted<'_, Self>`.
use countersign::*;

pub struct Mine;

impl Tool for Mine {
    type Tier = tier::AutoApprove;
    type Context<'a> = ();
    type Output = ();
    const COMMAND: Command = command! { Command::new("mine", "A tool") };

    async fn run(_: Granted<'static, Self>, (): Self::Context<'_>) {}
}

fn main() {}
