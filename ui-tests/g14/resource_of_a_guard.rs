// G14 E0277: prints what a guard holds
// No room: the text of E0277 is that of the trait, which is core's; next: print it with `{:?}`, which shows nothing of the resource.
use countersign::{tier::*, *};
use fixtures::*;

pub fn log(guarded: &Guarded<Secret, Block>) -> String {
    format!("{}", guarded)
}

fn main() {}
