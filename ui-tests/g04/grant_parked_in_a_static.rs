// G4 E0521: parks the grant of a body in a static, where it opens guards for ever
// No room: E0521 prints what escapes, and where; next: park the arguments: `into_inner`.
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
        *PARKED.lock().unwrap() = Some(call);
    }
}

fn main() {}
