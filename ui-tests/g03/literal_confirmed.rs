// G3 E0451: writes down a confirmed call
// No room: E0451 prints the names of the fields only; next: make an `Unconfirmed` of the arguments, and route it; `ask` gives a `Confirmed`.
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
