// G1 E0599: runs a call of any tool, in code that knows none of them
use countersign::*;
use fixtures::*;

pub async fn handle<'a, T: Tool>(
    call: Unconfirmed<T>,
    office: &'a Office,
    context: T::Context<'a>,
) {
    drop(call.execute(context).await);
}

fn main() {}
