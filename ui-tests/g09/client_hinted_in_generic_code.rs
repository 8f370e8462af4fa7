// G9 E0308: the same, where the tool is not known
// No room: E0308 prints the two types only; next: ask through a channel, or be generic over the evidence.
use countersign::*;

pub fn only_asked<T: Tool>(call: Confirmed<T>) {
    drop(call);
}

pub fn handle<T: Tool>(hinted: Confirmed<T, ClientHinted>, asked: Confirmed<T>) {
    let _ = (&hinted, &asked);
    only_asked(hinted);
}

fn main() {}
