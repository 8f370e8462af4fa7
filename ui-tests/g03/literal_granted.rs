// G3 E0451: writes down a running call
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
