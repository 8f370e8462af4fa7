use std::{
    borrow::Cow,
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, LazyLock},
    time::Duration,
};

use rmcp::{
    ErrorData, RoleServer, ServerHandler, model::RequestStateCodec, service::RequestContext,
};

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
pub struct Confirmations(Arc<Settings>);

#[derive(Clone)]
struct Settings {
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
        Self(Arc::new(Settings {
            gate: Arc::new(gate),
            ledger: Arc::clone(&*LEDGER) as Arc<dyn AnyLedger>,
            codec: Arc::clone(&CODEC),
            principal: Arc::new(|_| Ok(Vec::new())),
            ask_key: Cow::Borrowed("confirm"),
            state_ttl: Self::STATE_TTL,
            progress_every: Self::PROGRESS_EVERY,
            now: Arc::new(|| CLOCK.now()),
        }))
    }

    fn set(mut self, set: impl FnOnce(&mut Settings)) -> Self {
        set(Arc::make_mut(&mut self.0));
        self
    }

    /// Remembers answered confirmations here. Replicas share one.
    #[must_use]
    pub fn ledger(self, ledger: impl Ledger) -> Self {
        self.set(|settings| settings.ledger = Arc::new(ledger))
    }

    /// Seals states with this codec. Replicas need the same key, or the same keyring.
    ///
    /// Make it with [`RequestStateCodec::try_new`] or [`RequestStateCodec::new_with_keyring`],
    /// which demand at least 32 bytes, from a file or a secret store. To rotate, add the new
    /// key everywhere, then make it the active one, then drop the old one after the
    /// [`state_ttl`](Confirmations::state_ttl).
    #[must_use]
    pub fn state_key(self, codec: RequestStateCodec) -> Self {
        self.set(|settings| settings.codec = Arc::new(codec))
    }

    /// Who is calling, so that one user's confirmation is none for another. Over HTTP take it
    /// from what authenticated the request (rmcp puts the parts of the HTTP request into
    /// `request.extensions`). Without it all callers count as one, which is right for stdio.
    ///
    /// An error or a panic refuses the call.
    #[must_use]
    pub fn principal<P>(
        self,
        principal: impl Fn(&RequestContext<RoleServer>) -> Result<P, ErrorData> + Send + Sync + 'static,
    ) -> Self
    where
        P: Into<Vec<u8>>,
    {
        let principal: Arc<Principal> = Arc::new(move |request| principal(request).map(Into::into));
        self.set(|settings| settings.principal = principal)
    }

    /// The key of the question in `inputRequests`, and of its answer in `inputResponses`.
    /// Default: `confirm`.
    #[must_use]
    pub fn ask_key(self, key: impl Into<Cow<'static, str>>) -> Self {
        self.set(|settings| settings.ask_key = key.into())
    }

    /// How long a suspended confirmation can be answered.
    #[must_use]
    pub fn state_ttl(self, ttl: Duration) -> Self {
        self.set(|settings| settings.state_ttl = ttl)
    }

    /// How often to report progress to a client that waits while a human is asked (up to MCP
    /// 2025-11-25), if its call has a progress token. Clients give calls up by themselves: be
    /// well below the limit of yours. It is at least a millisecond.
    #[must_use]
    pub fn progress_every(self, interval: Duration) -> Self {
        self.set(|settings| settings.progress_every = interval.max(Duration::from_millis(1)))
    }

    /// The gate.
    #[must_use]
    pub fn gate(&self) -> &Gate {
        &self.0.gate
    }

    pub(super) fn ledger_ref(&self) -> &dyn AnyLedger {
        &*self.0.ledger
    }

    pub(super) fn codec(&self) -> &RequestStateCodec {
        &self.0.codec
    }

    pub(super) fn ask_key_ref(&self) -> &str {
        &self.0.ask_key
    }

    pub(super) fn ttl(&self) -> Duration {
        self.0.state_ttl
    }

    pub(super) fn progress_interval(&self) -> Duration {
        self.0.progress_every
    }

    /// Time since the Unix epoch, which never goes back.
    pub(super) fn now(&self) -> Duration {
        (self.0.now)()
    }

    #[cfg(test)]
    pub(super) fn with_now(self, now: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        self.set(|settings| settings.now = Arc::new(now))
    }

    /// `None` if it failed or panicked.
    pub(super) fn principal_of(&self, request: &RequestContext<RoleServer>) -> Option<Vec<u8>> {
        catch_unwind(AssertUnwindSafe(|| (self.0.principal)(request)))
            .ok()?
            .ok()
    }
}

/// Shows neither keys nor functions.
impl fmt::Debug for Confirmations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Confirmations")
            .field("gate", &self.0.gate)
            .field("ask_key", &self.0.ask_key)
            .field("state_ttl", &self.0.state_ttl)
            .field("progress_every", &self.0.progress_every)
            .finish_non_exhaustive()
    }
}

/// A server with gated tools. Implement it on the type that handles the requests.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no settings for gated tools",
    label = "`countersign::mcp::Confirming` is not implemented for `{Self}`",
    note = "keep a `Confirmations` in the server and return it: `impl Confirming for {Self} {{ fn confirmations(&self) -> &Confirmations {{ &self.confirmations }} }}`"
)]
pub trait Confirming: ServerHandler {
    /// The settings.
    fn confirmations(&self) -> &Confirmations;
}
