// G12 E0515: returns the open resource while the call ends
// No room: E0515 prints what is borrowed only; next: use the resource in the body, and return what came of it.
use countersign::*;
use fixtures::*;

pub fn body<'a, 'g: 'a>(
    outbox: &'a Outbox,
    ending: Granted<'g, ExportFiling>,
    running: &'a Granted<'g, ExportFiling>,
) -> &'a Mutex<Vec<String>> {
    let _ = (&ending, running);
    outbox.open(&ending)
}

fn main() {}
