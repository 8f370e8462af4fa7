// G10 E0277: a tool with a tier of one's own
use countersign::*;

pub struct Lax;
pub struct Mine;

impl Tool for Mine {
    type Tier = Lax;
    type Context<'a> = ();
    type Output = ();
    const COMMAND: Command = command! { Command::new("mine", "A tool") };

    async fn run(_: Granted<'_, Self>, (): Self::Context<'_>) {}
}

fn main() {}
