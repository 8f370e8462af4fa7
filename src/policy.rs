use serde::{Deserialize, Serialize};

use crate::trusted::ClientSupport;

/// How much consent a call needs. The order is strictness: the greater of two counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Policy {
    /// Runs without asking.
    AutoApprove,
    /// Needs a human's yes.
    Confirm,
    /// Never runs.
    Block,
}

/// What a call does to the world, which decides what happens where nobody can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Consequence {
    /// Changes nothing.
    ReadOnly,
    /// Adds something; nothing is lost.
    Additive,
    /// Changes or removes something that exists.
    Destructive,
    /// Crosses an irreversible boundary: an export, a filing, a payment.
    Handoff,
}

impl Consequence {
    /// The same consequence where the client's own prompt is not accepted as consent:
    /// `Destructive` is then treated like `Handoff`.
    #[must_use]
    pub const fn without_client_hint(self) -> Self {
        match self {
            Self::Destructive => Self::Handoff,
            Self::ReadOnly | Self::Additive | Self::Handoff => self,
        }
    }
}

/// All that the kernel knows of configuration: it can only tighten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tighten {
    /// At least this policy.
    pub policy: Policy,
    /// Whether a destructive call is refused where the client cannot ask, as a handoff is.
    pub close_client_hint: bool,
}

impl Tighten {
    /// The tier as it is.
    pub const NONE: Self = Self {
        policy: Policy::AutoApprove,
        close_client_hint: false,
    };
}

/// Which way a call goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConfirmRoute {
    /// Runs at once.
    Auto,
    /// A human is asked, through MCP elicitation or another channel.
    Elicit,
    /// Runs, because the client is trusted to have asked: it cannot ask for us, and the tool
    /// is advertised as destructive.
    ClientHint,
    /// Refused: a human's yes is needed, and there is nobody to ask.
    RefuseNoChannel,
    /// Refused: blocked.
    RefuseBlocked,
}

impl ConfirmRoute {
    /// The name used on the wire and in logs, as serde writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Elicit => "elicit",
            Self::ClientHint => "client_hint",
            Self::RefuseNoChannel => "refuse_no_channel",
            Self::RefuseBlocked => "refuse_blocked",
        }
    }
}

/// The decision matrix.
///
/// | policy | consequence | client elicits forms | route |
/// |---|---|---|---|
/// | `Block` | any | any | `RefuseBlocked` |
/// | `AutoApprove` | any | any | `Auto` |
/// | `Confirm` | any | yes | `Elicit` |
/// | `Confirm` | `Destructive` | no | `ClientHint` |
/// | `Confirm` | `Handoff` | no | `RefuseNoChannel` |
/// | `Confirm` | `ReadOnly`, `Additive` | no | `RefuseNoChannel`: the tool is not advertised as destructive, so no client would ask |
#[must_use]
pub const fn resolve_confirm_route(
    policy: Policy,
    consequence: Consequence,
    client: ClientSupport,
) -> ConfirmRoute {
    match policy {
        Policy::Block => ConfirmRoute::RefuseBlocked,
        Policy::AutoApprove => ConfirmRoute::Auto,
        Policy::Confirm => match (client, consequence) {
            (ClientSupport::FormElicitation, _) => ConfirmRoute::Elicit,
            (ClientSupport::NoFormElicitation, Consequence::Destructive) => {
                ConfirmRoute::ClientHint
            }
            (
                ClientSupport::NoFormElicitation,
                Consequence::ReadOnly | Consequence::Additive | Consequence::Handoff,
            ) => ConfirmRoute::RefuseNoChannel,
        },
    }
}
