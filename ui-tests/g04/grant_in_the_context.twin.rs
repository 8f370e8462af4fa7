// Twin: the arguments may stay in the context.
use countersign::{tier::*, *};

pub struct Keep;

impl Tool for Keep {
    type Tier = AutoApprove;
    type Context<'a> = &'a mut (Option<Granted<'static, Self>>, Option<Self>);
    type Output = ();
    const COMMAND: Command = command! { Command::new("keep", "Keeps its grant") };

    async fn run(call: Granted<'_, Self>, kept: Self::Context<'_>) {
        kept.1 = Some(call.into_inner());
    }
}

fn main() {}
