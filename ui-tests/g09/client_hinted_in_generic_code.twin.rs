// Twin: passes a human's answer.
use countersign::*;

pub fn only_asked<T: Tool>(call: Confirmed<T>) {
    drop(call);
}

pub fn handle<T: Tool>(hinted: Confirmed<T, ClientHinted>, asked: Confirmed<T>) {
    let _ = (&hinted, &asked);
    only_asked(asked);
}

fn main() {}
