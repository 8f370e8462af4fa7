// G3 E0277: makes a running call out of nothing
use fixtures::*;

pub fn forge() {
    drop::<countersign::Granted<'_, DeleteDraft>>(Default::default());
}

fn main() {}
