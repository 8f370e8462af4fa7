// G7 E0308: gives the approval of a harmless call to a handoff
use countersign::*;
use fixtures::*;

pub fn handle(call: AutoApproved<ListFilings>) {
    let _: AutoApproved<ExportFiling> = call;
}

fn main() {}
