//! Confirmation over MCP, with the official SDK (feature `rmcp`, crate rmcp 3.x).
//!
//! *Trusted code*: `live` implements [`trusted::Channel`](crate::trusted::Channel), and reads
//! the client's capabilities. Nothing here can mint a state; it uses the kernel as any other
//! crate would.
//!
//! # A gated tool in a server
//!
//! [`route`] makes a `ToolRoute` of a [`Tool`](crate::Tool), for the `ToolRouter` of a server
//! that implements [`Confirming`]. Name, description, schemas and annotations come from the
//! type, so that they cannot drift from its tier: `readOnlyHint` and `destructiveHint` are
//! what makes the client-hint route honest.
//!
//! ```
//! use countersign::{
//!     Command, Gate, Granted, Listed, Overrides, Tool, command,
//!     mcp::{self, Confirmations, Confirming},
//!     tier,
//! };
//! use rmcp::{ServerHandler, handler::server::router::tool::ToolRouter, tool_handler};
//!
//! /// Deletes a draft.
//! #[derive(serde::Deserialize, schemars::JsonSchema)]
//! struct DeleteDraft {
//!     /// The name of the draft.
//!     draft: String,
//! }
//!
//! impl Tool for DeleteDraft {
//!     type Tier = tier::Confirm<tier::Destructive>;
//!     type Context<'a> = &'a Desk;
//!     type Output = String;
//!     const COMMAND: Command = command! { Command::new("delete_draft", "Delete a draft") };
//!
//!     async fn run(call: Granted<'_, Self>, desk: Self::Context<'_>) -> String {
//!         // .. removes it from the desk ..
//!         # let _ = desk;
//!         format!("{} is gone", call.draft)
//!     }
//! }
//!
//! struct Desk {
//!     confirmations: Confirmations,
//! }
//!
//! impl Desk {
//!     fn new() -> Result<Self, countersign::OverridesError> {
//!         let gate = Gate::new(&[Listed::of::<DeleteDraft>()], Overrides::none())?;
//!         Ok(Self { confirmations: Confirmations::new(gate) })
//!     }
//!
//!     fn tool_router() -> ToolRouter<Self> {
//!         ToolRouter::new().with_route(mcp::route::<Self, DeleteDraft>())
//!     }
//! }
//!
//! impl Confirming for Desk {
//!     fn confirmations(&self) -> &Confirmations {
//!         &self.confirmations
//!     }
//! }
//!
//! #[tool_handler]
//! impl ServerHandler for Desk {}
//! # Desk::new().unwrap();
//! ```
//!
//! To adopt it in a server that exists, add one gated route after the others:
//! `Self::tool_router().with_route(mcp::route::<Self, DeleteDraft>())`. Add gated routes last:
//! a later route of the same name silently replaces an earlier one.
//!
//! In a `#[tool]` method take [`Parameters<T>`](Parameters), which is [`Call`] under the name
//! by which rmcp finds the schema.
//!
//! # What happens to a call
//!
//! | | |
//! |---|---|
//! | wrong arguments | a tool result with `isError` that names the argument |
//! | `Auto`, `ClientHint` | the body runs |
//! | `Elicit`, up to MCP 2025-11-25 | the server sends `elicitation/create`, waits no longer than [`Gate::wait`](crate::Gate::wait), and withdraws the question when it gives up. While it waits it sends progress notifications, if the call has a progress token, since clients have limits of their own |
//! | `Elicit`, MCP 2026-07-28 | refused: servers may not call clients there, and suspended confirmations are not implemented yet |
//! | a refusal | a tool result with `isError`, the text, and the [`Refusal`](crate::Refusal) as `structuredContent` (in `_meta`, if the tool has an output schema) |
//! | no form elicitation, MCP 2026-07-28 | JSON-RPC error -32021 with `data.requiredCapabilities`, as the specification demands |
//! | the call is cancelled | the body does not run, even if a yes comes late |
//! | a panic | a tool result with `isError` that says whether the body had begun; the server lives on |
//!
//! A client that declares `elicitation: true`, which is no object, is turned away by rmcp
//! before a call can be made.
//!
//! # Names
//!
//! rmcp has a `Tool` (`rmcp::model::Tool`) and a `Parameters` of its own. Under
//! glob imports they clash: import `countersign::Tool` by name.

mod answers;
mod call;
mod context;
mod live;
mod output;
mod route;
mod settings;

pub use call::{Call, Parameters, Ready, Stopped};
pub use context::{Env, FromCall};
pub use output::ToolOutput;
pub use route::{describe, route};
pub use settings::{Confirmations, Confirming};
