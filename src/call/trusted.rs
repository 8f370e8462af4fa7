//! What the kernel takes on trust, and nothing else: what the client says it can do
//! ([`ClientSupport`]), and what a human answered ([`Channel`], [`Question`], [`Answer`],
//! [`NoAnswer`]).
//!
//! A channel that lies, mixes up replies or answers by itself makes every guarantee void. To
//! review a program, look at each place that names this module.

use core::{future::Future, marker::PhantomData};

use crate::{
    Command, ConfirmDecision, ConfirmationRequest, Consequence, Locale, confirmation_request,
};

/// What the client at the other end can do. Say only what it declared: there is no default,
/// and no conversion.
///
/// [`from_capability`](ClientSupport::from_capability) reads what an MCP client declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClientSupport {
    /// It shows forms to a human: MCP elicitation in form mode.
    FormElicitation,
    /// It does not (elicitation by URL only is this, too), and is an MCP client, which is
    /// expected to ask its user by itself before it calls a tool that is advertised as
    /// destructive. A channel that merely cannot reach anybody now is not this: it says
    /// `FormElicitation`, and gives [`NoAnswer`].
    NoFormElicitation,
}

/// A way to a human. Implementing it means: every [`Answer`] given through it is what a human
/// answered to that very [`Question`].
///
/// Not implemented for closures: a type has to be named for it. Errors, silence and anything
/// unclear are [`NoAnswer`], never an answer (G15).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a channel to a human",
    label = "`countersign::trusted::Channel` is not implemented for `{Self}`",
    note = "G6: an answer comes from a human: use a channel of the crate (features `terminal`, `testing`, `rmcp`), or implement `Channel` for a type of its own; a closure is none"
)]
pub trait Channel: Sync {
    /// What the client at the other end can do. Without forms, a destructive call runs on the
    /// strength of that client's own prompt: see [`ClientSupport::NoFormElicitation`].
    fn support(&self) -> ClientSupport;

    /// Asks one question and waits for its answer. The lifetime ties the answer to the
    /// question: an answer kept from another one does not compile (G6).
    fn ask<'q>(
        &self,
        question: Question<'q>,
    ) -> impl Future<Output = Result<Answer<'q>, NoAnswer>> + Send;
}

/// One question to a human, about one call. Made by [`Pending::ask`](crate::Pending::ask)
/// only, consumed by its answer (G6).
#[must_use = "a question that is dropped is not answered, and the call does not run: `answer` it (G13)"]
#[derive(Debug)]
pub struct Question<'q> {
    command: &'static Command,
    consequence: Consequence,
    brand: PhantomData<fn(&'q ()) -> &'q ()>,
}

impl<'q> Question<'q> {
    pub(super) const fn mint(command: &'static Command, consequence: Consequence) -> Self {
        Self {
            command,
            consequence,
            brand: PhantomData,
        }
    }

    /// The command of the tool that is asked about.
    #[must_use]
    pub const fn command(&self) -> &'static Command {
        self.command
    }

    /// What the call would do.
    #[must_use]
    pub const fn consequence(&self) -> Consequence {
        self.consequence
    }

    /// What to show to the human.
    #[must_use]
    pub fn request(&self, locale: &Locale) -> ConfirmationRequest {
        confirmation_request(self.command, self.consequence, locale)
    }

    /// Answers. Pass on what the human decided, as read by
    /// [`decision_from_elicitation`](crate::decision_from_elicitation) or otherwise.
    pub const fn answer(self, decision: ConfirmDecision) -> Answer<'q> {
        Answer {
            decision,
            brand: PhantomData,
        }
    }
}

/// The answer to the question with the same lifetime, and to no other (G6).
#[must_use = "an answer that is dropped confirms nothing: return it from `Channel::ask` (G13)"]
#[derive(Debug)]
pub struct Answer<'q> {
    decision: ConfirmDecision,
    brand: PhantomData<fn(&'q ()) -> &'q ()>,
}

impl Answer<'_> {
    pub(super) const fn decision(self) -> ConfirmDecision {
        self.decision
    }
}

/// Why there was no answer. Not a decision: nobody is known to have decided anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum NoAnswer {
    /// Nobody answered within the limit.
    TimedOut,
    /// The client went away, or its input ended.
    Disconnected,
    /// The client returned an error, or something that is no answer.
    ClientError,
    /// The call was cancelled while the question was open.
    CallCancelled,
    /// The question could not be put to a human at all: no terminal, for one.
    Unavailable,
}
