// Twin: the arguments may go to the background.
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
        spawn(go_on(call.into_inner()));
    }
}

fn main() {}
