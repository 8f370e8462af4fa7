//! A tool call is a request made by a model. `countersign` makes the rule of who may run it
//! part of the type of the call: a code path that skips the human does not compile.
#![forbid(unsafe_code)]

mod call;
mod command;
mod debug;
mod elicitation;
mod gate;
mod guarded;
mod locale;
mod missing;
mod policy;
mod refusal;
#[cfg(feature = "terminal")]
pub mod terminal;
#[cfg(feature = "testing")]
pub mod testing;

pub use call::{
    AutoApproved, ClientHinted, Confirmed, Elicited, Granted, Pending, Routed, Tool, Unconfirmed,
    tier, trusted,
};
pub use command::Command;
pub use elicitation::{
    ConfirmDecision, ConfirmationRequest, RequestedSchema, confirmation_request,
    decision_from_elicitation, decision_from_json,
};
pub use gate::{Gate, Listed, Overrides, OverridesError};
pub use guarded::Guarded;
pub use locale::Locale;
pub use policy::{ConfirmRoute, Consequence, Policy, Tighten, resolve_confirm_route};
pub use refusal::{Reason, Refusal, refusal_message};
