// G3 E0277: makes a call that may be asked about out of nothing
use fixtures::*;

pub fn forge() {
    drop::<countersign::Pending<DeleteDraft>>(Default::default());
}

fn main() {}
