// G14 E0369: guesses the arguments of a call by comparing it with others
// No room: E0369 prints the operator and the types only; next: compare what `call` gives, where the arguments may be read.
use countersign::*;
use fixtures::*;

pub fn guess(call: &Confirmed<DeleteDraft>, other: &Confirmed<DeleteDraft>) -> bool {
    call == other
}

fn main() {}
