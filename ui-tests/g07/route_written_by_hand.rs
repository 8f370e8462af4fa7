// G7 E0308: writes the automatic route of a handoff by hand
use countersign::*;
use fixtures::*;

pub fn handle(call: AutoApproved<ExportFiling>, other: AutoApproved<ListFilings>) {
    let _ = (&call, &other);
    drop(Routed::<ExportFiling>::Auto(call));
}

fn main() {}
