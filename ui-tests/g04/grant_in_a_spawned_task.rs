// G4 E0521: keeps the grant in a task that outlives the execution
// No room: E0521 prints what escapes, and where; next: give the task the arguments: `into_inner`.
use countersign::{tier::*, *};
use fixtures::*;

pub struct Background;

pub async fn go_on<T>(with: T) {
    drop(with);
}

impl Tool for Background {
    type Tier = AutoApprove;
    type Context<'a> = ();
    type Output = ();
    const COMMAND: Command = command! { Command::new("background", "Goes on by itself") };

    async fn run(call: Granted<'_, Self>, (): Self::Context<'_>) {
        spawn(go_on(call));
    }
}

fn main() {}
