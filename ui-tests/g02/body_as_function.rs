// G2 E0308: takes the body as a function of the bare arguments
// No room: E0308 prints the two types only; next: make an `Unconfirmed` of the arguments, and give it to `Gate::run`.
use countersign::*;
use fixtures::*;

pub fn handle(office: Office) -> Policy {
    drop(office);
    let _: fn(DeleteDraft, &'static Office) -> _ = DeleteDraft::run;
    Policy::Block
}

fn main() {}
