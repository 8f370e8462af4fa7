//! Compiler messages for who calls `execute` on a state that has none (G1).
//!
//! The methods here can never be called: their bound holds for no type, and no other crate can
//! name the trait to implement it. They have empty bodies and run nothing. They are here only
//! because rustc prints the message of an unmet bound where it would print a bare E0599.

use crate::{Pending, Routed, Tool, Unconfirmed};

#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be executed: nobody has confirmed this call",
    label = "G1: only `AutoApproved` and `Confirmed` have `execute`",
    note = "let `Gate::run(call, &channel, context)` take all the steps, or take them yourself:",
    note = "`Unconfirmed::route` gives a `Routed`: match on it; `Pending::ask(&channel).await?` gives a `Confirmed`"
)]
#[allow(unnameable_types, reason = "nobody may implement it")]
pub trait Executable {}

impl<T: Tool> Unconfirmed<T>
where
    Self: Executable,
{
    #[doc(hidden)]
    pub fn execute(self, _: T::Context<'_>) {}
}

impl<T: Tool> Pending<T>
where
    Self: Executable,
{
    #[doc(hidden)]
    pub fn execute(self, _: T::Context<'_>) {}
}

impl<T: Tool> Routed<T>
where
    Self: Executable,
{
    #[doc(hidden)]
    pub fn execute(self, _: T::Context<'_>) {}
}
