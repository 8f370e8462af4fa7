use core::fmt;

use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::{Command, ConfirmRoute, Consequence, Locale, elicitation::fill, trusted::NoAnswer};

/// A call that does not run, and why. Its text says what would make it work.
///
/// Serializes as an object with `command`, `reason` (a name from [`Reason::name`]), `detail`
/// where there was no answer, and `message` in the default language.
#[derive(Clone, PartialEq, Eq)]
#[must_use = "the call did not run: tell who asked for it (G13)"]
pub struct Refusal {
    command: &'static Command,
    consequence: Consequence,
    reason: Reason,
}

/// Why a call does not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// Its policy is [`Policy::Block`](crate::Policy::Block).
    Blocked,
    /// It needs a human's yes, and the client cannot ask.
    NoChannel,
    /// The client answered `decline`. Whether its user did is not known.
    Declined,
    /// The client answered `cancel`.
    Cancelled,
    /// The client accepted, but without the yes.
    NotConfirmed,
    /// There was no answer.
    NoAnswer(NoAnswer),
    /// The gate was not told of this tool.
    NotListed,
    /// [`Tool::at_least`](crate::Tool::at_least) panicked.
    PolicyFailed,
    /// Who is calling could not be found out, so a yes could not be bound to anybody.
    PrincipalUnknown,
    /// The ledger cannot be reached, so a yes cannot be kept from being used twice.
    LedgerUnavailable,
    /// The ledger holds as many answered confirmations as it may.
    LedgerFull,
}

impl Reason {
    /// The name used on the wire and in logs. Where a route or a decision is the reason, its
    /// own name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blocked => "refuse_blocked",
            Self::NoChannel => "refuse_no_channel",
            Self::Declined => "refused_declined",
            Self::Cancelled => "refused_cancelled",
            Self::NotConfirmed => "refused_not_confirmed",
            Self::NoAnswer(_) => "no_answer",
            Self::NotListed => "not_listed",
            Self::PolicyFailed => "policy_failed",
            Self::PrincipalUnknown => "principal_unknown",
            Self::LedgerUnavailable => "ledger_unavailable",
            Self::LedgerFull => "ledger_full",
        }
    }
}

impl Refusal {
    pub(crate) const fn new(
        command: &'static Command,
        consequence: Consequence,
        reason: Reason,
    ) -> Self {
        Self {
            command,
            consequence,
            reason,
        }
    }

    /// The refusal of a route that its tier does not take, or that is one itself.
    pub(crate) const fn routed(
        command: &'static Command,
        consequence: Consequence,
        route: ConfirmRoute,
    ) -> Self {
        let reason = match route {
            ConfirmRoute::RefuseBlocked => Reason::Blocked,
            ConfirmRoute::RefuseNoChannel
            | ConfirmRoute::Auto
            | ConfirmRoute::Elicit
            | ConfirmRoute::ClientHint => Reason::NoChannel,
        };
        Self::new(command, consequence, reason)
    }

    /// The command that was not run.
    #[must_use]
    pub const fn command(&self) -> &'static Command {
        self.command
    }

    /// What it would have done.
    #[must_use]
    pub const fn consequence(&self) -> Consequence {
        self.consequence
    }

    /// Why it was not run.
    #[must_use]
    pub const fn reason(&self) -> Reason {
        self.reason
    }

    /// The text for a model or a human: what was refused, why, and what would work. Holds
    /// nothing of the arguments or of what the client sent (G14).
    #[must_use]
    pub fn message(&self, locale: &Locale) -> String {
        refusal_message(self.command, self.reason, locale)
    }
}

/// The text of a refusal. See [`Refusal::message`].
#[must_use]
pub fn refusal_message(command: &Command, reason: Reason, locale: &Locale) -> String {
    fill(
        (locale.texts().refusal)(reason),
        &[
            ("key", command.key()),
            ("help", command.no_channel_text(locale)),
        ],
    )
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(&Locale::default()))
    }
}

impl fmt::Debug for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Refusal({}, {:?})", self.command.key(), self.reason)
    }
}

impl std::error::Error for Refusal {}

impl Serialize for Refusal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("command", self.command.key())?;
        map.serialize_entry("reason", self.reason.name())?;
        if let Reason::NoAnswer(detail) = self.reason {
            map.serialize_entry("detail", &detail)?;
        }
        map.serialize_entry("message", &self.to_string())?;
        map.end()
    }
}
