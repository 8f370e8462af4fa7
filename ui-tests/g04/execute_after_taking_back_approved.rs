// G4 E0382: takes an approved call back, and runs it all the same
// No room: E0382 prints what moved, and where; next: route what `into_unconfirmed` gave.
use countersign::*;

pub async fn handle<T: Tool>(call: AutoApproved<T>, context: T::Context<'_>) -> T::Output {
    drop(call.into_unconfirmed());
    call.execute(context).await
}

fn main() {}
