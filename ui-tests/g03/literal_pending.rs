// G3 E0451: writes down a call that may be asked about
use countersign::*;
use fixtures::*;

pub fn forge(name: DeleteDraft) {
    drop(Pending {
        call: name,
        invariant: PhantomData,
    });
}

fn main() {}
