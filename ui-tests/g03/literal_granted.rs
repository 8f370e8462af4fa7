// G3 E0451: writes down a running call
// No room: E0451 prints the names of the fields only; next: call `execute`, which makes the grant.
use countersign::*;
use fixtures::*;

pub fn forge(name: DeleteDraft) {
    drop(Granted {
        call: name,
        invariant: PhantomData,
        brand: PhantomData,
    });
}

fn main() {}
