// Twin: such code may be written, and does nothing; nobody can call it.
use countersign::*;
use fixtures::*;

pub fn execute<T: Tool>(call: Unconfirmed<T>, context: T::Context<'_>)
where
    Unconfirmed<T>: Approved,
{
    call.execute(context);
}

pub fn attack(call: Unconfirmed<DeleteDraft>, office: &Office) {
    drop((call, office));
}

fn main() {}
