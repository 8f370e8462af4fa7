// G3 E0451: puts other arguments into a confirmed call
use countersign::*;
use fixtures::*;

pub fn forge(other: DeleteDraft, call: Confirmed<DeleteDraft>) {
    let _ = &other;
    drop(Confirmed {
        call: other,
        ..call
    });
}

fn main() {}
