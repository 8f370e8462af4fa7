//! The kernel: the states of a call, and the only code that can move a call between them.
//!
//! What a reviewer must read to believe guarantees G1 to G10 and G13 is in this folder. The
//! states own the call; what makes a state (`mint`) is visible in this folder only. Beside it:
//! the matrix and the order of policies in `policy.rs`, texts (G11) in `command.rs` and
//! `elicitation.rs`, `guarded.rs` (G12), `debug.rs` (G14).
//!
//! | file | what it holds |
//! |---|---|
//! | `tool.rs` | [`Tool`]: what an author writes |
//! | `tier.rs` | the five tiers, and the row of the matrix that belongs to each |
//! | `unconfirmed.rs` | [`Unconfirmed`], the router, [`Routed`] |
//! | `pending.rs` | [`Pending`]: a call that waits for a human |
//! | `approved.rs` | [`AutoApproved`], [`Confirmed`], [`Granted`], and `execute` |
//! | `trusted.rs` | what is taken on trust: the client's word and the human's answer |

mod approved;
mod pending;
pub mod tier;
mod tool;
pub mod trusted;
mod unconfirmed;

pub use approved::{AutoApproved, ClientHinted, Confirmed, Elicited, Granted};
pub use pending::Pending;
pub use tool::Tool;
pub use unconfirmed::{Routed, Unconfirmed};

use crate::Command;

/// The command of `T`, evaluated when `T` is compiled: a malformed one stops the build (G11).
pub(crate) const fn command<T: Tool>() -> &'static Command {
    const { &T::COMMAND }
}
