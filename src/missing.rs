//! Compiler messages for who calls `execute` on a state that has none (G1).
//!
//! The methods here can never be called: their bound holds for no type, and no other crate can
//! implement the trait for a state, which is foreign to it (E0117). They have empty bodies and run
//! nothing. They are here only because rustc prints the message of an unmet bound where it would
//! print a bare E0599. It prints the name of the trait, too, which is therefore public, and reads
//! as what the state lacks. Code that has it for a bound can be written, and never called.

use crate::{Pending, Routed, Tool, Unconfirmed};

/// Implemented for no type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be executed: nobody has confirmed this call",
    label = "G1: only `AutoApproved` and `Confirmed` have `execute`",
    note = "let `Gate::run(call, &channel, context)` take all the steps, or take them yourself:",
    note = "`Unconfirmed::route` gives a `Routed`: match on it; `Pending::ask(&channel).await?` gives a `Confirmed`"
)]
pub trait Approved {}

impl<T: Tool> Unconfirmed<T>
where
    Self: Approved,
{
    #[doc(hidden)]
    pub fn execute(self, _: T::Context<'_>) {}
}

impl<T: Tool> Pending<T>
where
    Self: Approved,
{
    #[doc(hidden)]
    pub fn execute(self, _: T::Context<'_>) {}
}

impl<T: Tool> Routed<T>
where
    Self: Approved,
{
    #[doc(hidden)]
    pub fn execute(self, _: T::Context<'_>) {}
}
