// G4 no code: lifetime may not live long enough
// No room: the borrow checker prints lifetimes only; next: keep the arguments: `into_inner`.
use countersign::{tier::*, *};

pub struct Keep;

impl Tool for Keep {
    type Tier = AutoApprove;
    type Context<'a> = &'a mut (Option<Granted<'static, Self>>, Option<Self>);
    type Output = ();
    const COMMAND: Command = command! { Command::new("keep", "Keeps its grant") };

    async fn run(call: Granted<'_, Self>, kept: Self::Context<'_>) {
        kept.0 = Some(call);
    }
}

fn main() {}
