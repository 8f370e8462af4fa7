// Twin: it hands them to the gate, which asks.
use countersign::{tier::*, *};
use fixtures::*;

pub struct Quiet<T>(T);

impl<T: for<'a> Tool<Context<'a> = &'a Office>> Tool for Quiet<T> {
    type Tier = AutoApprove;
    type Context<'a> = &'a Office;
    type Output = ();
    const COMMAND: Command = command! { Command::new("quiet", "Only looks") };

    async fn run(call: Granted<'_, Self>, office: Self::Context<'_>) {
        let inner = call.into_inner().0;
        drop(office.gate.run(inner.into(), &Yes, office).await);
    }
}

fn main() {}
