// Twin: returns it to where the call still runs.
use countersign::*;
use fixtures::*;

pub fn body<'a, 'g: 'a>(
    outbox: &'a Outbox,
    ending: Granted<'g, ExportFiling>,
    running: &'a Granted<'g, ExportFiling>,
) -> &'a Mutex<Vec<String>> {
    let _ = (&ending, running);
    outbox.open(running)
}

fn main() {}
