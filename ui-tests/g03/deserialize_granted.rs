// G3 E0277: reads a running call from the wire
use countersign::*;
use fixtures::*;

pub fn forge() {
    drop(read::<Granted<'static, DeleteDraft>>());
}

fn main() {}
