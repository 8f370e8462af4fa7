// Twin: it hands the inner call to the gate, which asks.
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
        drop(office.gate.run(inner, &Yes, office).await);
    }
}

fn main() {}
