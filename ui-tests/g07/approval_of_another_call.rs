// G7 E0308: gives the approval of a harmless call to a handoff
// No room: E0308 prints the two types only; next: route the handoff itself.
use countersign::*;
use fixtures::*;

pub fn handle(call: AutoApproved<ListFilings>) {
    let _: AutoApproved<ExportFiling> = call;
}

fn main() {}
