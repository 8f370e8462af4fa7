// Twin: the arguments may be sent to a thread.
use countersign::*;
use fixtures::*;

pub fn body(call: Granted<'_, DeleteDraft>, threads: &std::sync::mpsc::Sender<Box<dyn Send>>) {
    let _ = threads.send(Box::new(call.into_inner()));
}

fn main() {}
