// G4 no code: lifetime may not live long enough
// No room: the borrow checker prints lifetimes only; next: send the arguments: `into_inner`.
use countersign::*;
use fixtures::*;

pub fn body(call: Granted<'_, DeleteDraft>, threads: &std::sync::mpsc::Sender<Box<dyn Send>>) {
    let _ = threads.send(Box::new(call));
}

fn main() {}
