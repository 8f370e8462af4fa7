// G9 E0599: trusts the client with a handoff
// No room: `Infallible` is core's; next: leave the arm out: a handoff is never left to the client.
use countersign::*;
use fixtures::*;

pub async fn handle(call: Routed<ExportFiling>, office: &Office) {
    let _ = office;
    match call {
        Routed::ClientHint(call) => drop(call.execute(office).await),
        _ => (),
    }
}

fn main() {}
