// Twin: of a tool that auto-approves.
use countersign::*;
use fixtures::*;

pub fn handle(call: AutoApproved<ExportFiling>, other: AutoApproved<ListFilings>) {
    let _ = (&call, &other);
    drop(Routed::<ListFilings>::Auto(other));
}

fn main() {}
