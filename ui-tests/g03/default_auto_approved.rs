// G3 E0277: makes an approved call out of nothing
use fixtures::*;

pub fn forge() {
    drop::<countersign::AutoApproved<DeleteDraft>>(Default::default());
}

fn main() {}
