use std::sync::Arc;

use crate::Gate;

/// The settings of a server's gated tools. Clones share them.
#[derive(Clone, Debug)]
pub struct Confirmations {
    gate: Arc<Gate>,
}

impl Confirmations {
    /// Settings with this gate.
    #[must_use]
    pub fn new(gate: Gate) -> Self {
        Self {
            gate: Arc::new(gate),
        }
    }

    /// The gate.
    #[must_use]
    pub fn gate(&self) -> &Gate {
        &self.gate
    }
}

/// A server with gated tools. Implement it on the type that handles the requests.
///
/// Keep the [`Confirmations`] outside of what is made anew for each request: streamable HTTP
/// builds a server per session or request, so give it a clone of one that lives on.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no settings for gated tools",
    label = "`countersign::mcp::Confirming` is not implemented for `{Self}`",
    note = "keep a `Confirmations` in the server and return it: `impl Confirming for {Self} {{ fn confirmations(&self) -> &Confirmations {{ &self.confirmations }} }}`"
)]
pub trait Confirming: Send + Sync + 'static {
    /// The settings.
    fn confirmations(&self) -> &Confirmations;
}
