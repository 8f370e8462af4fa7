// G2 E0308: reads the grant of a wrapper as the grant of what it dereferences to
// No room: E0308 prints the two types only; next: give the arguments of the other tool to `Gate::run`, which asks about them.
use countersign::{tier::*, *};
use fixtures::*;

pub struct Wrapper(DeleteDraft);

impl Tool for Wrapper {
    type Tier = AutoApprove;
    type Context<'a> = ();
    type Output = ();
    const COMMAND: Command = command! { Command::new("wrapper", "Only looks") };

    async fn run(call: Granted<'_, Self>, (): Self::Context<'_>) {
        let _: &Granted<'_, DeleteDraft> = &call;
    }
}

fn main() {}
