// G4 no code: lifetime may not live long enough
// No room: the borrow checker prints lifetimes only; next: return the arguments: `into_inner`.
use countersign::{tier::*, *};

pub struct Output;

impl Tool for Output {
    type Tier = AutoApprove;
    type Context<'a> = ();
    type Output = Box<dyn Send>;
    const COMMAND: Command = command! { Command::new("output", "Returns its grant") };

    async fn run(call: Granted<'_, Self>, (): Self::Context<'_>) -> Box<dyn Send> {
        Box::new(call)
    }
}

fn main() {}
