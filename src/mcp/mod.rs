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
//!     tools: ToolRouter<Self>,
//! }
//!
//! impl Desk {
//!     fn new() -> Result<Self, countersign::OverridesError> {
//!         let gate = Gate::new(&[Listed::of::<DeleteDraft>()], Overrides::none())?;
//!         Ok(Self {
//!             confirmations: Confirmations::new(gate),
//!             tools: ToolRouter::new().with_route(mcp::route::<Self, DeleteDraft>()),
//!         })
//!     }
//! }
//!
//! impl Confirming for Desk {
//!     fn confirmations(&self) -> &Confirmations {
//!         &self.confirmations
//!     }
//! }
//!
//! #[tool_handler(router = self.tools)]
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
//! | `Elicit`, up to MCP 2025-11-25 | the server sends `elicitation/create`, waits no longer than [`Gate::wait`](crate::Gate::wait), and withdraws the question when it gives up. While it waits it sends progress notifications, if the call has a progress token, since clients have limits of their own ([`Confirmations::progress_every`]) |
//! | `Elicit`, MCP 2026-07-28 | answered with the question and a sealed state; runs when the client calls again with both and a yes ([below](#two-revisions)) |
//! | a refusal | a tool result with `isError`, the text, and the [`Refusal`](crate::Refusal) as `structuredContent` (in `_meta`, if the tool has an output schema) |
//! | `refuse_no_channel`, MCP 2026-07-28 | JSON-RPC error -32021 with `data.requiredCapabilities`, as the specification demands |
//! | the call is cancelled | the body does not run, even if a yes comes late |
//! | the client goes away while asked | refused; see [below](#when-the-client-goes-away) |
//! | a panic | a tool result with `isError` that says whether the body had begun; the server lives on |
//!
//! A client that declares `elicitation: true`, which is no object, is turned away by rmcp
//! before a call can be made. rmcp also reads the answers of clients, and some odd spellings of
//! an accepted form have become a plain one when they arrive here, such as a `confirm` that
//! stands there twice: the last one counts.
//!
//! # When the client goes away
//!
//! Up to 2025-11-25 a call waits for its human as long as there is a session:
//!
//! - A pipe or the standard streams: rmcp notices the end of input, drains for five seconds, and
//!   then cancels what still runs.
//! - Streamable HTTP: a broken connection does not end a session, since its client may come back
//!   and answer. The wait ends with the session (the client's `DELETE`, or rmcp's
//!   `SessionConfig::keep_alive`), else at [`Gate::wait`](crate::Gate::wait). Make `keep_alive`,
//!   which is five minutes by default, longer than that limit: rmcp ends a session in which
//!   nothing moves, also while its client is there and its human thinks.
//! - Streamable HTTP without sessions (`legacy_session_mode` off): no answer could reach the
//!   call, and rmcp does not know what the client declared. Nobody is asked; where
//!   the client's own prompt is no consent, [close](crate::Gate::close_client_hint) that route.
//!
//! A client that uses one request id for two calls at the same time is not told apart by rmcp:
//! cancelling reaches one of them, and one answer is lost.
//!
//! # Two revisions
//!
//! Which of two ways a human is asked depends on the revision of the request. The author of a
//! tool does not choose.
//!
//! Up to 2025-11-25 the server calls its client in the middle of the call:
//!
//! ```mermaid
//! sequenceDiagram
//!     participant H as Human
//!     participant C as Client
//!     participant S as Server
//!     C->>S: tools/call delete_draft
//!     S->>C: elicitation/create
//!     C->>H: the question
//!     H->>C: yes
//!     C->>S: accept, confirm: true
//!     Note over S: runs
//!     S->>C: the result
//! ```
//!
//! Since 2026-07-28 a server may not. It answers the call with the question and forgets it;
//! the client calls again, perhaps at another replica:
//!
//! ```mermaid
//! sequenceDiagram
//!     participant H as Human
//!     participant C as Client
//!     participant S as Server
//!     participant L as Ledger
//!     C->>S: tools/call delete_draft
//!     S->>C: input_required: the question, requestState
//!     C->>H: the question
//!     H->>C: yes
//!     C->>S: tools/call delete_draft, accept, requestState
//!     S->>L: redeem the nonce
//!     L->>S: redeemed, for the first time
//!     Note over S: runs
//!     S->>C: the result
//! ```
//!
//! The state comes back from where an attacker may have changed, kept or bought it. It is
//! sealed by rmcp's `RequestStateCodec` and bound to the principal, the command, the question
//! that was shown, the ledger, and the arguments as canonical JSON (RFC 8785, and the exact
//! decimals of integers beyond 2^53, which RFC 8785 would blur). It expires, and it can be
//! answered once, whatever the answer is (G17):
//!
//! | what comes back | what happens |
//! |---|---|
//! | valid state, explicit yes | runs once |
//! | valid state, decline, cancel, anything but a yes | a refusal, as a tool result with `isError` |
//! | valid state, no answer under our key | asked again |
//! | an answer without state | asked, as if it were the first call |
//! | state altered, expired, already answered, or of another principal, tool, arguments, question or key | JSON-RPC error -32602 that says to call again; nothing runs |
//! | the same state twice at the same moment | exactly one is redeemed |
//! | the ledger cannot be reached or is full | a refusal; nothing runs |
//!
//! *At most once.* The state is spent before the body runs. A server that dies between the two
//! has lost the yes, and the human is asked again; the call never runs twice for one yes.
//!
//! ## Ledgers, keys and principals
//!
//! - [`MemoryLedger`], the default, is right for one process. What was sealed before a restart
//!   or by another process is rejected, since a private memory cannot know whether it was used.
//! - Several replicas need one ledger and one key between them (`RedisLedger`, feature `redis`,
//!   says what it needs and what a failover may cost): without, a retry that reaches
//!   another replica is rejected, and the human is asked again and again.
//! - [`Confirmations::state_key`] takes a key of at least 32 bytes, or a keyring to rotate it.
//!   The default is random, and lives as long as the process.
//! - [`Confirmations::principal`] says who is calling. Over HTTP set it, or one user's state is
//!   good for another who gets hold of it.
//!
//! # Events
//!
//! Each call is reported through `tracing`, target `countersign::mcp`: the field `command`, the
//! field `route` with a name from [`ConfirmRoute::name`](crate::ConfirmRoute::name), and for a
//! refusal the field `reason` with one from [`Reason::name`](crate::Reason::name). The arguments
//! are in none of them (G14); what rmcp itself logs may hold them.
//!
//! # Names
//!
//! rmcp has a `Tool` (`rmcp::model::Tool`) and a `Parameters` of its own. Under
//! glob imports they clash: import `countersign::Tool` by name.

mod answers;
mod binding;
mod call;
mod clock;
mod context;
mod ledger;
mod live;
mod output;
mod route;
mod settings;
mod suspended;
mod sync;

pub use call::{Call, Parameters, Ready, Stopped};
pub use context::{Env, FromCall};
pub use ledger::{Epoch, Ledger, LedgerError, MemoryLedger, Nonce, Redemption};
#[cfg(feature = "redis")]
pub use ledger::{RedisLedger, RedisUrlError};
pub use output::ToolOutput;
pub use route::{describe, route};
pub use settings::{Confirmations, Confirming};

/// Random bytes from the operating system.
fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has random numbers");
    bytes
}
