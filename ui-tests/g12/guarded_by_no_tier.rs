// G12 E0277: guards a resource by a tier that is none
use countersign::*;

pub struct Outside(pub Guarded<String, ()>);

fn main() {}
