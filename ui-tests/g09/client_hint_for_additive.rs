// G9 E0599: trusts the client with a tightened call that only adds
// No room: `Infallible` is core's; next: leave the arm out: no client asks about a tool that is not advertised as destructive.
use countersign::*;
use fixtures::*;

pub async fn handle(call: Routed<AddNote>, office: &Office) {
    let _ = office;
    match call {
        Routed::ClientHint(call) => drop(call.execute(office).await),
        _ => (),
    }
}

fn main() {}
