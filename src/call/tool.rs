use core::future::Future;

use super::{Granted, tier::Tier};
use crate::{Command, Policy};

/// A tool that a model may call. The value is the arguments of one call.
///
/// The body, [`run`](Tool::run), takes a [`Granted`] call, which only
/// [`AutoApproved::execute`](super::AutoApproved::execute) and
/// [`Confirmed::execute`](super::Confirmed::execute) can make: there is no way to the body
/// around the gate (G2).
///
/// ```
/// use countersign::{Command, Granted, Tool, command, tier};
///
/// struct DeleteDraft {
///     draft: String,
/// }
///
/// impl Tool for DeleteDraft {
///     type Tier = tier::Confirm<tier::Destructive>;
///     type Context<'a> = &'a mut Vec<String>;
///     type Output = bool;
///     const COMMAND: Command = command! { Command::new("delete_draft", "Delete a draft") };
///
///     async fn run(call: Granted<'_, Self>, drafts: Self::Context<'_>) -> bool {
///         let before = drafts.len();
///         drafts.retain(|draft| *draft != call.draft);
///         drafts.len() < before
///     }
/// }
/// ```
///
/// Spell the second parameter `Self::Context<'_>`, as here. Writing out what it stands for
/// (`&mut Vec<String>`) is rejected with E0195, "lifetime parameters do not match the trait
/// definition".
///
/// `Drop`, `Deserialize` and [`at_least`](Tool::at_least) of the type run without a yes: they
/// must have no effect of their own.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "`countersign::Tool` is not implemented for `{Self}`",
    note = "G10: a tool names its tier, its command and its body: write `impl Tool for {Self}`"
)]
pub trait Tool: Sized + Send + 'static {
    /// The confirmation tier, fixed at compile time (G10). See [`tier`](super::tier).
    type Tier: Tier;

    /// What the body works on: `&'a Office`, `&'a mut Office`, a struct of several, `()`.
    ///
    /// A yes binds the arguments, not this value.
    type Context<'a>: Send;

    /// What the body returns. A failure of the tool belongs in here: it is not a refusal.
    type Output: Send;

    /// What a human is shown. Write it with [`command!`](crate::command), which checks it as
    /// soon as the impl is compiled.
    const COMMAND: Command;

    /// The body. Reached through `execute` only.
    fn run(
        call: Granted<'_, Self>,
        context: Self::Context<'_>, // G2: write it like this in an impl, too: what it stands for is E0195
    ) -> impl Future<Output = Self::Output> + Send;

    /// Tightens the policy for these arguments. It cannot loosen: the strictest of the tier,
    /// this and the run-time settings counts (G10, G16).
    fn at_least(&self) -> Policy {
        Policy::AutoApprove
    }
}
