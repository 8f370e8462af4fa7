// G2 E0308: an auto-approved tool runs the body of a handoff with its own grant
// No room: E0308 prints the two types only; next: give the arguments of the other tool to `Gate::run`, which asks about them.
use countersign::{tier::*, *};
use fixtures::*;

pub struct Peek;

impl Tool for Peek {
    type Tier = AutoApprove;
    type Context<'a> = &'a Office;
    type Output = ();
    const COMMAND: Command = command! { Command::new("peek", "Only looks") };

    async fn run(call: Granted<'_, Self>, office: Self::Context<'_>) {
        let inner = Unconfirmed::new(ExportFiling::default());
        let _ = (&call, &inner);
        ExportFiling::run(call, office).await;
    }
}

fn main() {}
