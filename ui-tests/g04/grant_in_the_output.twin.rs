// Twin: the arguments may be the output.
use countersign::{tier::*, *};

pub struct Output;

impl Tool for Output {
    type Tier = AutoApprove;
    type Context<'a> = ();
    type Output = Box<dyn Send>;
    const COMMAND: Command = command! { Command::new("output", "Returns its grant") };

    async fn run(call: Granted<'_, Self>, (): Self::Context<'_>) -> Box<dyn Send> {
        Box::new(call.into_inner())
    }
}

fn main() {}
