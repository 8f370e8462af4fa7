// G3 E0277: copies a running call
// No room: the text of E0277 is that of the trait, which is core's; next: clone the arguments: `T::clone(&call)`.
use countersign::*;
use fixtures::*;

pub fn forge(call: &Granted<'_, DeleteDraft>) {
    drop::<Granted<'_, _>>(Clone::clone(call));
}

fn main() {}
