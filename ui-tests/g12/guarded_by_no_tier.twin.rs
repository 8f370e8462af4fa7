// Twin: by one there is.
use countersign::*;

pub struct Outside(pub Guarded<String, countersign::tier::Block>);

fn main() {}
