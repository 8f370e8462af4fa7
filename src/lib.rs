// The README is the documentation of the crate, so the two cannot drift. Its programs use two
// features, so without them its text is left out rather than compiled in vain.
#![cfg_attr(
    all(feature = "rmcp", feature = "testing"),
    doc = include_str!("../README.md")
)]
#![cfg_attr(
    not(all(feature = "rmcp", feature = "testing")),
    doc = "Tool calls that need a human's yes, checked by the compiler. The documentation is built with all features."
)]
//!
//! # Where to look
//!
//! | | |
//! |---|---|
//! | write a tool | [`Tool`], [`tier`], [`Command`], [`command!`] |
//! | run a call | [`Gate::run`], or [`Unconfirmed::route`], [`Routed`], [`Pending::ask`], [`Confirmed::execute`] |
//! | lock a resource away | [`Guarded`] |
//! | tighten at run time | [`Gate`], [`Overrides`], [`Tool::at_least`] |
//! | what did not run, and why | [`Refusal`], [`Reason`] |
//! | what is taken on trust | [`trusted`] |
//! | test that a tool is gated | `assert_gated!` and `testing` (feature `testing`) |
//! | the pure logic | [`resolve_confirm_route`], [`confirmation_request`], [`decision_from_elicitation`], [`refusal_message`] |
//!
//! `execute` and `Gate::run` are futures. A program without an async runtime drives them with
//! the crate `pollster`: `pollster::block_on(gate.run(call, &channel, context))`.
//!
//! # Types in compiler errors
//!
//! `Unconfirmed<T>`, `Pending<T>` and `Routed<T>` have no `execute`. `Infallible` where a state
//! is expected means that the tier of the tool cannot take this route at all. E0195 at
//! `fn run` means that the context is not spelled `Self::Context<'_>`.
#![forbid(unsafe_code)]

mod call;
mod command;
mod debug;
mod elicitation;
mod gate;
mod guarded;
mod locale;
#[cfg(feature = "rmcp")]
pub mod mcp;
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
#[doc(hidden)]
pub use missing::Approved;
pub use policy::{ConfirmRoute, Consequence, Policy, Tighten, resolve_confirm_route};
pub use refusal::{Reason, Refusal, refusal_message};
