// Twin: reads the arguments.
use countersign::{tier::*, *};
use fixtures::*;

pub struct Wrapper(DeleteDraft);

impl Tool for Wrapper {
    type Tier = AutoApprove;
    type Context<'a> = ();
    type Output = ();
    const COMMAND: Command = command! { Command::new("wrapper", "Only looks") };

    async fn run(call: Granted<'_, Self>, (): Self::Context<'_>) {
        let _: &DeleteDraft = &call.0;
    }
}

fn main() {}
