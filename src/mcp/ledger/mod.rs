//! Which suspended confirmations have been answered.

mod memory;
#[cfg(feature = "redis")]
mod redis;

use std::{fmt, future::Future, pin::Pin, time::Duration};

pub use memory::MemoryLedger;
#[cfg(feature = "redis")]
pub use redis::{RedisLedger, RedisUrlError};

/// The random number of one suspended confirmation.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Nonce([u8; 16]);

impl Nonce {
    /// A nonce of these bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// The bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

/// Shows nothing: who knows a nonce can spend it.
impl fmt::Debug for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Nonce(..)")
    }
}

/// The memory of a [`Ledger`], as a name. States are bound to it: when the memory is lost, its
/// name changes, and no state from before is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epoch(Vec<u8>);

impl Epoch {
    /// An epoch with this name.
    #[must_use]
    pub fn new(name: impl Into<Vec<u8>>) -> Self {
        Self(name.into())
    }

    /// The name.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

/// What a ledger says of a nonce that is to be redeemed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "only `Redeemed` lets a call go on"]
pub enum Redemption {
    /// It had not been redeemed, and is now.
    Redeemed,
    /// It was redeemed before, has expired, or belongs to an epoch that is over.
    Spent,
}

/// Why a ledger cannot say. Nothing runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LedgerError {
    /// It cannot be reached, or does not answer in time.
    Unavailable,
    /// It holds as many live nonces as it may, and forgets none of them early.
    Full,
}

/// Remembers which suspended confirmations were answered, so that each is answered once (G17).
///
/// Its one operation is [`redeem`](Ledger::redeem). An implementation is trusted with it: of
/// all calls for one nonce, from all replicas, exactly one may say
/// [`Redeemed`](Redemption::Redeemed).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a ledger",
    label = "`countersign::mcp::Ledger` is not implemented for `{Self}`",
    note = "one process: `MemoryLedger::new()`; several replicas: `RedisLedger`, feature `redis`"
)]
pub trait Ledger: Send + Sync + 'static {
    /// The epoch to bind a new state to.
    ///
    /// # Errors
    ///
    /// If the ledger cannot say.
    fn epoch(&self) -> impl Future<Output = Result<Epoch, LedgerError>> + Send;

    /// Redeems a nonce that was sealed in `epoch`, and remembers it until `expires_at`, a time
    /// since the Unix epoch. From then on it is [`Spent`](Redemption::Spent) whether it was
    /// redeemed or not, so that forgetting it revives nothing.
    ///
    /// # Errors
    ///
    /// If the ledger cannot say. The nonce may then be spent.
    fn redeem(
        &self,
        epoch: &Epoch,
        nonce: Nonce,
        expires_at: Duration,
    ) -> impl Future<Output = Result<Redemption, LedgerError>> + Send;
}

type Boxed<'a, T> = Pin<Box<dyn Future<Output = Result<T, LedgerError>> + Send + 'a>>;

/// [`Ledger`] behind a pointer, so that settings have no type parameter.
pub(super) trait AnyLedger: Send + Sync {
    fn epoch(&self) -> Boxed<'_, Epoch>;
    fn redeem<'a>(
        &'a self,
        epoch: &'a Epoch,
        nonce: Nonce,
        expires_at: Duration,
    ) -> Boxed<'a, Redemption>;
}

impl<L: Ledger> AnyLedger for L {
    fn epoch(&self) -> Boxed<'_, Epoch> {
        Box::pin(Ledger::epoch(self))
    }

    fn redeem<'a>(
        &'a self,
        epoch: &'a Epoch,
        nonce: Nonce,
        expires_at: Duration,
    ) -> Boxed<'a, Redemption> {
        Box::pin(Ledger::redeem(self, epoch, nonce, expires_at))
    }
}
