// Twin: the arguments may be parked.
use countersign::{tier::*, *};
use fixtures::*;

static PARKED: Mutex<Option<Granted<'static, Park>>> = Mutex::new(None);
static ARGUMENTS: Mutex<Option<Park>> = Mutex::new(None);

pub struct Park;

impl Tool for Park {
    type Tier = AutoApprove;
    type Context<'a> = ();
    type Output = ();
    const COMMAND: Command = command! { Command::new("park", "Parks its grant") };

    async fn run(call: Granted<'_, Self>, (): Self::Context<'_>) {
        let _ = (&PARKED, &ARGUMENTS);
        *ARGUMENTS.lock().unwrap() = Some(call.into_inner());
    }
}

fn main() {}
