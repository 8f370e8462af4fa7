use std::{
    borrow::Cow,
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, LazyLock},
    time::Duration,
};

use rmcp::{ErrorData, RoleServer, model::RequestStateCodec, service::RequestContext};

use super::{
    clock::Clock,
    ledger::{AnyLedger, Ledger, MemoryLedger},
};
use crate::Gate;

type Now = dyn Fn() -> Duration + Send + Sync;
type Principal =
    dyn Fn(&RequestContext<RoleServer>) -> Result<Vec<u8>, ErrorData> + Send + Sync + 'static;

/// The settings of a server's gated tools. Clones share them.
///
/// What concerns suspended confirmations (MCP 2026-07-28) has defaults for one process: a
/// random key and a [`MemoryLedger`], both shared by all settings of the process. Several
/// replicas need the same [`state_key`](Confirmations::state_key) and a shared
/// [`ledger`](Confirmations::ledger); with the defaults, a retry that reaches another replica,
/// or the same one after a restart, is rejected and the human is asked again.
///
/// Two servers in one process that have a tool in common also share the defaults: give each a
/// key of its own, unless a confirmation at one is to be good at the other.
#[derive(Clone)]
pub struct Confirmations {
    gate: Arc<Gate>,
    ledger: Arc<dyn AnyLedger>,
    codec: Arc<RequestStateCodec>,
    principal: Arc<Principal>,
    ask_key: Cow<'static, str>,
    state_ttl: Duration,
    progress_every: Duration,
    now: Arc<Now>,
}

/// Shared by the process: a server may be built anew for each request, and a key or a ledger
/// made there would reject every retry.
static LEDGER: LazyLock<Arc<MemoryLedger>> = LazyLock::new(Arc::default);
static CODEC: LazyLock<Arc<RequestStateCodec>> =
    LazyLock::new(|| Arc::new(RequestStateCodec::new_unchecked(super::random::<32>())));
static CLOCK: LazyLock<Clock> = LazyLock::new(Clock::system);

impl Confirmations {
    /// How long a suspended confirmation can be answered, unless
    /// [`state_ttl`](Confirmations::state_ttl) says otherwise: ten minutes.
    pub const STATE_TTL: Duration = Duration::from_secs(600);

    /// How often progress is reported while a human is asked, unless
    /// [`progress_every`](Confirmations::progress_every) says otherwise: five seconds.
    pub const PROGRESS_EVERY: Duration = Duration::from_secs(5);

    /// Settings with this gate.
    ///
    /// # Panics
    ///
    /// If the operating system has no random numbers.
    #[must_use]
    pub fn new(gate: Gate) -> Self {
        Self {
            gate: Arc::new(gate),
            ledger: Arc::clone(&*LEDGER) as Arc<dyn AnyLedger>,
            codec: Arc::clone(&CODEC),
            principal: Arc::new(|_| Ok(Vec::new())),
            ask_key: Cow::Borrowed("confirm"),
            state_ttl: Self::STATE_TTL,
            progress_every: Self::PROGRESS_EVERY,
            now: Arc::new(|| CLOCK.now()),
        }
    }

    /// Remembers answered confirmations here. Replicas share one.
    #[must_use]
    pub fn ledger(mut self, ledger: impl Ledger) -> Self {
        self.ledger = Arc::new(ledger);
        self
    }

    /// Seals states with this codec. Replicas need the same key, or the same keyring.
    ///
    /// Make it with [`RequestStateCodec::try_new`] or [`RequestStateCodec::new_with_keyring`],
    /// which demand at least 32 bytes, from a file or a secret store. To rotate, add the new
    /// key everywhere, then make it the active one, then drop the old one after the
    /// [`state_ttl`](Confirmations::state_ttl).
    #[must_use]
    pub fn state_key(mut self, codec: RequestStateCodec) -> Self {
        self.codec = Arc::new(codec);
        self
    }

    /// Who is calling, so that one user's confirmation is none for another. Over HTTP take it
    /// from what authenticated the request (rmcp puts the parts of the HTTP request into
    /// `request.extensions`). Without it all callers count as one, which is right for stdio.
    ///
    /// An error or a panic refuses the call.
    #[must_use]
    pub fn principal<P>(
        mut self,
        principal: impl Fn(&RequestContext<RoleServer>) -> Result<P, ErrorData> + Send + Sync + 'static,
    ) -> Self
    where
        P: Into<Vec<u8>>,
    {
        self.principal = Arc::new(move |request| principal(request).map(Into::into));
        self
    }

    /// The key of the question in `inputRequests`, and of its answer in `inputResponses`.
    /// Default: `confirm`.
    #[must_use]
    pub fn ask_key(mut self, key: impl Into<Cow<'static, str>>) -> Self {
        self.ask_key = key.into();
        self
    }

    /// How long a suspended confirmation can be answered.
    #[must_use]
    pub const fn state_ttl(mut self, ttl: Duration) -> Self {
        self.state_ttl = ttl;
        self
    }

    /// How often to report progress to a client that waits while a human is asked (up to MCP
    /// 2025-11-25), if its call has a progress token. Clients give calls up by themselves: be
    /// well below the limit of yours. It is at least a millisecond.
    #[must_use]
    pub fn progress_every(mut self, interval: Duration) -> Self {
        self.progress_every = interval.max(Duration::from_millis(1));
        self
    }

    /// The gate.
    #[must_use]
    pub fn gate(&self) -> &Gate {
        &self.gate
    }

    pub(super) fn ledger_ref(&self) -> &dyn AnyLedger {
        &*self.ledger
    }

    pub(super) fn codec(&self) -> &RequestStateCodec {
        &self.codec
    }

    pub(super) fn ask_key_ref(&self) -> &str {
        &self.ask_key
    }

    pub(super) const fn ttl(&self) -> Duration {
        self.state_ttl
    }

    pub(super) const fn progress_interval(&self) -> Duration {
        self.progress_every
    }

    /// Time since the Unix epoch, which never goes back.
    pub(super) fn now(&self) -> Duration {
        (self.now)()
    }

    #[cfg(test)]
    pub(super) fn with_now(mut self, now: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        self.now = Arc::new(now);
        self
    }

    /// `None` if it failed or panicked.
    pub(super) fn principal_of(&self, request: &RequestContext<RoleServer>) -> Option<Vec<u8>> {
        catch_unwind(AssertUnwindSafe(|| (self.principal)(request)))
            .ok()?
            .ok()
    }
}

/// Shows neither keys nor functions.
impl fmt::Debug for Confirmations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Confirmations")
            .field("gate", &self.gate)
            .field("ask_key", &self.ask_key)
            .field("state_ttl", &self.state_ttl)
            .field("progress_every", &self.progress_every)
            .finish_non_exhaustive()
    }
}

/// A server with gated tools. Implement it on the type that handles the requests.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no settings for gated tools",
    label = "`countersign::mcp::Confirming` is not implemented for `{Self}`",
    note = "keep a `Confirmations` in the server and return it: `impl Confirming for {Self} {{ fn confirmations(&self) -> &Confirmations {{ &self.confirmations }} }}`"
)]
pub trait Confirming: Send + Sync + 'static {
    /// The settings.
    fn confirmations(&self) -> &Confirmations;
}
