// Twin: the gate takes all the steps for any tool.
use countersign::*;
use fixtures::*;

pub async fn handle<'a, T: Tool>(
    call: Unconfirmed<T>,
    office: &'a Office,
    context: T::Context<'a>,
) {
    drop(office.gate.run(call, &Yes, context).await);
}

fn main() {}
