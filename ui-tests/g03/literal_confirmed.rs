// G3 E0451: writes down a confirmed call
use countersign::*;
use fixtures::*;

pub fn forge(name: DeleteDraft) {
    drop(Confirmed::<_, Elicited> {
        call: name,
        invariant: PhantomData,
        by: PhantomData,
    });
}

fn main() {}
