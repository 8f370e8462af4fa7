// G3 E0451: puts other arguments into a confirmed call
// No room: E0451 prints the names of the fields only; next: make an `Unconfirmed` of the other arguments, and have it confirmed.
// Shows `by`, `invariant`: E0451 lists whatever `..call` would copy.
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
