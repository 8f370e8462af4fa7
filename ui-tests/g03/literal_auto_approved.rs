// G3 E0451: writes down an approved call
// No room: E0451 prints the names of the fields only; next: make an `Unconfirmed` of the arguments, and route it.
use countersign::*;
use fixtures::*;

pub fn forge(name: DeleteDraft) {
    drop(AutoApproved {
        call: name,
        invariant: PhantomData,
    });
}

fn main() {}
