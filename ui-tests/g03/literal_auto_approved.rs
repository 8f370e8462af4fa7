// G3 E0451: writes down an approved call
use countersign::*;
use fixtures::*;

pub fn forge(name: DeleteDraft) {
    drop(AutoApproved {
        call: name,
        invariant: PhantomData,
    });
}

fn main() {}
