// G1 E0277: calls code that takes for granted what a state lacks
use countersign::*;
use fixtures::*;

pub fn execute<T: Tool>(call: Unconfirmed<T>, context: T::Context<'_>)
where
    Unconfirmed<T>: Approved,
{
    call.execute(context);
}

pub fn attack(call: Unconfirmed<DeleteDraft>, office: &Office) {
    execute(call, office);
}

fn main() {}
