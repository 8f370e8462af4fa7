// Twin: one that was confirmed.

fn export(call: countersign::Confirmed<crate::tools::ExportFiling>, desk: &crate::desk::Desk) {
    drop(call.execute(desk));
}

fn main() {}
