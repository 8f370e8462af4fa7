use std::{
    error, fmt,
    sync::{LazyLock, Mutex, PoisonError},
    time::Duration,
};

use redis::{
    AsyncConnectionConfig, Client, FromRedisValue, IntoConnectionInfo, RedisError, Script,
    ScriptInvocation, aio::MultiplexedConnection,
};
use tokio::time::{Instant, timeout_at};

use super::{Epoch, Ledger, LedgerError, Nonce, Redemption};

static SCRIPT: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("redis.lua")));

/// Redis keeps scores as floating-point numbers, exact up to here: the year 287396.
const LATEST_EXPIRY: u128 = 1 << 53;

/// The ledger of several replicas, in Redis (feature `redis`).
///
/// ```
/// # use countersign::mcp::{Confirmations, RedisLedger, RedisUrlError};
/// # fn settings(confirmations: Confirmations) -> Result<Confirmations, RedisUrlError> {
/// let ledger = RedisLedger::new("redis://countersign:secret@redis.internal:6379")?
///     .key("filing desk");
/// # Ok(
/// confirmations.ledger(ledger)
/// # )
/// # }
/// ```
///
/// [`new`](RedisLedger::new) does not connect: the first call does, and each call after a
/// failure does again, so that a server may start before its Redis and outlives its restart. To
/// learn at the start whether Redis answers, ask for the [`epoch`](Ledger::epoch).
///
/// # Which ledger
///
/// | | [`MemoryLedger`](super::MemoryLedger) | `RedisLedger` |
/// |---|---|---|
/// | server processes | one | as many as share the key in Redis and the [`state_key`](crate::mcp::Confirmations::state_key) |
/// | the server restarts | open questions are asked again | open questions can still be answered |
/// | Redis restarts, fails over, loses its data | | open questions are asked again |
/// | Redis cannot be reached | | refusals (`ledger_unavailable`) until it can |
/// | no room | refusals (`ledger_full`) until some have expired | the same, when Redis has reached `maxmemory` |
///
/// # What may go wrong
///
/// Nothing runs on doubt. Every error of Redis and every answer that does not come within the
/// [`time_limit`](RedisLedger::time_limit) is [`LedgerError::Unavailable`]; where Redis says
/// that it is out of memory, it is [`LedgerError::Full`].
///
/// *A yes can be lost, and is never doubled.* After the time limit Redis may still get to a
/// redeem and carry it out. The call was refused by then, and its state is spent: the human is
/// asked again.
///
/// *A Redis that forgets accepts nothing from before.* States are bound to an
/// [`Epoch`] of three parts: a random name that is stored with the nonces, Redis's run id, and
/// its replication id. So the states from before are rejected, and the human is asked again,
/// after
/// - a flush, a deleted key, an eviction, a restart without persistence: the name is gone. Name
///   and nonces are one key without expiry; whatever the `maxmemory-policy` is, Redis evicts
///   them together. Choose `noeviction`, or nobody is safe from being asked again;
/// - a restart with persistence, which may bring back a snapshot from before the last redeems:
///   another run id;
/// - a failover, which loses the redeems that had not reached the replica yet, since Redis
///   replicates asynchronously; or a failover back: another replication id. What a failover
///   loses are the open questions. Neither `WAIT` nor `min-replicas-to-write` is needed to
///   keep a call from running twice, nor would they keep the open questions. A master that was
///   cut off and does not know that it was replaced redeems what was sealed with it, and the
///   new master only what was sealed with the new one.
///
/// *No clock that is set back revives a state.* Redis's clock judges the expiry here, after the
/// server's has. The latest time acted on is stored with the nonces: should Redis's clock go
/// back, time stands still; should it go back by more than a minute, a new epoch begins.
///
/// # What it needs
///
/// - Redis 5 or later, or what behaves like it down to Lua scripts and the fields `run_id`,
///   `role` and `master_replid` of `INFO`; where one is missing, it is `Unavailable`.
/// - One master at the end of the URL, whether a host, a load balancer or a name that follows
///   the failover. A server that became a replica is refused, and looked up again. In a cluster
///   give the node that has the key: redirects are not followed.
/// - An account that may `+@connection +evalsha +script|load +info +time +zadd +zrem +zscore
///   +zrangebyscore +zrevrangebyscore +unlink` on the [`key`](RedisLedger::key), and that
///   nobody else has: who can write to the key can make a spent state unspent.
/// - About 100 bytes for each confirmation that was answered and has not expired. Those that
///   have are removed a few at a time by later ones.
/// - For `rediss://`, the crate `redis` in your own `Cargo.toml` with one of its features for
///   TLS, such as `tokio-rustls-comp`.
pub struct RedisLedger {
    client: Client,
    key: String,
    time_limit: Duration,
    connection: Mutex<Option<Numbered>>,
    /// Held while connecting: one attempt at a time. The number of the next connection.
    connecting: tokio::sync::Mutex<u64>,
}

/// A connection, and which one it is.
#[derive(Clone)]
struct Numbered(u64, MultiplexedConnection);

impl RedisLedger {
    /// How long an operation may take, unless [`time_limit`](RedisLedger::time_limit) says
    /// otherwise: two seconds.
    pub const TIME_LIMIT: Duration = Duration::from_secs(2);

    /// A ledger at `redis://[user:[password]@]host[:port][/database]`, under the key
    /// `countersign`. It connects when it is used.
    ///
    /// # Errors
    ///
    /// If that is no URL of a Redis. The error does not repeat it.
    pub fn new(url: &str) -> Result<Self, RedisUrlError> {
        let wrong = |_| RedisUrlError {
            tls: url.starts_with("rediss:"),
        };
        let info = url.into_connection_info().map_err(wrong)?;
        Ok(Self {
            client: Client::open(info).map_err(wrong)?,
            key: "countersign".to_owned(),
            time_limit: Self::TIME_LIMIT,
            connection: Mutex::default(),
            connecting: tokio::sync::Mutex::default(),
        })
    }

    /// The one key in Redis under which everything is. The replicas of one server share it;
    /// servers that have nothing to do with each other need not.
    #[must_use]
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = key.into();
        self
    }

    /// How long an operation may take, connecting included. Then it is
    /// [`LedgerError::Unavailable`].
    #[must_use]
    pub const fn time_limit(mut self, limit: Duration) -> Self {
        self.time_limit = limit;
        self
    }

    /// The connection that all calls share, or a new one.
    async fn connection(&self) -> Result<Numbered, RedisError> {
        if let Some(connection) = self.current() {
            return Ok(connection);
        }
        let mut number = self.connecting.lock().await;
        if let Some(connection) = self.current() {
            return Ok(connection);
        }
        // The limit is ours, for the operation as a whole.
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(None)
            .set_response_timeout(None);
        let connection = self
            .client
            .get_multiplexed_async_connection_with_config(&config)
            .await?;
        *number += 1;
        let connection = Numbered(*number, connection);
        *self.slot() = Some(connection.clone());
        Ok(connection)
    }

    fn current(&self) -> Option<Numbered> {
        self.slot().clone()
    }

    fn slot(&self) -> std::sync::MutexGuard<'_, Option<Numbered>> {
        self.connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs the script. A connection on which it failed is used no more: it may hang, or lead
    /// to what has become a replica.
    async fn run<T: FromRedisValue>(
        &self,
        script: &ScriptInvocation<'_>,
        deadline: Instant,
    ) -> Result<T, Failure> {
        let Numbered(number, mut connection) = timeout_at(deadline, self.connection())
            .await
            .map_err(|_| Failure::TimeLimit)?
            .map_err(Failure::NotConnected)?;
        let failure = match timeout_at(deadline, script.invoke_async(&mut connection)).await {
            Ok(Ok(value)) => return Ok(value),
            Ok(Err(error)) => Failure::Refused(error),
            Err(_) => Failure::TimeLimit,
        };
        let mut slot = self.slot();
        if slot.as_ref().is_some_and(|current| current.0 == number) {
            *slot = None;
        }
        drop(slot);
        Err(failure)
    }

    fn deadline(&self) -> Instant {
        let now = Instant::now();
        // A limit that is none: a year.
        now.checked_add(self.time_limit)
            .unwrap_or_else(|| now + Duration::from_secs(365 * 86_400))
    }
}

impl Ledger for RedisLedger {
    async fn epoch(&self) -> Result<Epoch, LedgerError> {
        let deadline = self.deadline();
        let name = format!("{:032x}", u128::from_ne_bytes(super::super::random()));
        let mut script = SCRIPT.key(&self.key);
        script.arg("epoch").arg(name);
        let epoch = match self.run::<Vec<u8>>(&script, deadline).await {
            // The connection may have died while nobody used it. To ask twice changes nothing,
            // and what redeems next has a connection that works.
            Err(Failure::Refused(_)) => self.run(&script, deadline).await,
            epoch => epoch,
        };
        Ok(Epoch::new(epoch?))
    }

    async fn redeem(
        &self,
        epoch: &Epoch,
        nonce: Nonce,
        expires_at: Duration,
    ) -> Result<Redemption, LedgerError> {
        let expiry = expires_at.as_millis().min(LATEST_EXPIRY);
        let mut script = SCRIPT.key(&self.key);
        script
            .arg("redeem")
            .arg(epoch.as_bytes())
            .arg(nonce.as_bytes())
            .arg(expiry.to_string());
        // Once: it may have been carried out although it failed, and would be `Spent` now.
        match self.run::<i64>(&script, self.deadline()).await? {
            1 => Ok(Redemption::Redeemed),
            _ => Ok(Redemption::Spent),
        }
    }
}

/// Why there is no answer.
enum Failure {
    TimeLimit,
    NotConnected(RedisError),
    Refused(RedisError),
}

impl From<Failure> for LedgerError {
    /// Tells the operator why, but for the details: Redis quotes what it does not understand,
    /// which may be a password or a nonce.
    fn from(failure: Failure) -> Self {
        let (why, code) = match &failure {
            Failure::TimeLimit => ("no answer within the time limit", None),
            Failure::NotConnected(error) | Failure::Refused(error) => {
                (error.category(), error.code())
            }
        };
        let error = match &failure {
            Failure::Refused(error) if out_of_memory(error) => Self::Full,
            _ => Self::Unavailable,
        };
        tracing::warn!(?error, code, why, "Redis does not serve as a ledger");
        error
    }
}

fn out_of_memory(error: &RedisError) -> bool {
    // Before Redis 7 the error of a command comes inside of one of the script.
    error.code() == Some("OOM")
        || error
            .detail()
            .is_some_and(|detail| detail.contains("-OOM command not allowed"))
}

/// Shows neither host nor password.
impl fmt::Debug for RedisLedger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedisLedger")
            .field("key", &self.key)
            .field("time_limit", &self.time_limit)
            .finish_non_exhaustive()
    }
}

/// Not the URL of a Redis. It does not repeat the URL, which may hold a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RedisUrlError {
    tls: bool,
}

impl fmt::Display for RedisUrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.tls {
            "not a Redis URL, or one that needs a TLS feature of the crate `redis`"
        } else {
            "not a Redis URL, which is `redis://[user:[password]@]host[:port][/database]`"
        })
    }
}

impl error::Error for RedisUrlError {}
