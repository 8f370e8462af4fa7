// G3 E0277: makes a confirmed call out of nothing
use fixtures::*;

pub fn forge() {
    drop::<countersign::Confirmed<DeleteDraft>>(Default::default());
}

fn main() {}
