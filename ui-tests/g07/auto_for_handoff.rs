// G7 E0599: takes the automatic route for a handoff
// No room: `Infallible` is core's; next: leave the arm out: a handoff is never automatic.
use countersign::*;
use fixtures::*;

pub async fn handle(call: Routed<ExportFiling>, office: &Office) {
    let _ = office;
    match call {
        Routed::Auto(call) => drop(call.execute(office).await),
        _ => (),
    }
}

fn main() {}
