// G14 E0369: guesses the arguments of a call by comparing it with others
use countersign::*;
use fixtures::*;

pub fn guess(call: &Confirmed<DeleteDraft>, other: &Confirmed<DeleteDraft>) -> bool {
    call == other
}

fn main() {}
