// Twin: expects a question.
use countersign::*;
use fixtures::*;

pub fn handle(call: Routed<ListFilings>) {
    let (Routed::Auto(_) | Routed::Elicit(_) | Routed::Refused(_)) = call;
}

fn main() {}
