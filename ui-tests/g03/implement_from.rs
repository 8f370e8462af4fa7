// G3 E0624: implements the conversion that the crate does not, for a tool of one's own
// No room: E0624 prints the name that is private only; next: convert into `Unconfirmed`, and route that.
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
        Self::mint(mine)
    }
}

fn main() {}
