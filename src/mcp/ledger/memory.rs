use std::{
    collections::{BTreeMap, HashSet},
    fmt,
    time::Duration,
};

use super::{Epoch, Ledger, LedgerError, Nonce, Redemption};
use crate::mcp::{clock::Clock, sync::Mutex};

/// How many seconds of expiries share a set, and are forgotten together.
const SLOT_SECS: u64 = 30;

/// The ledger of one process: a bounded memory that forgets no nonce before it has expired.
///
/// States are bound to the one ledger that is there when they are sealed. After a restart, or
/// at another replica, they are rejected: a memory of its own cannot know whether they were
/// used. Several replicas share a ledger instead (feature `redis`).
pub struct MemoryLedger {
    epoch: Epoch,
    clock: Clock,
    capacity: usize,
    live: Mutex<Live>,
}

/// The redeemed nonces, in one set for each slot of their expiry, which drops as a whole.
#[derive(Default)]
struct Live {
    slots: BTreeMap<u64, HashSet<Nonce>>,
    len: usize,
    swept: u64,
}

impl MemoryLedger {
    /// How many live nonces [`new`](MemoryLedger::new) holds at most: one million, which take
    /// less than 64 MB.
    pub const CAPACITY: usize = 1_000_000;

    /// A ledger of [`CAPACITY`](MemoryLedger::CAPACITY).
    ///
    /// # Panics
    ///
    /// If the operating system has no random numbers.
    #[must_use]
    pub fn new() -> Self {
        Self::with_capacity(Self::CAPACITY)
    }

    /// A ledger that refuses when it holds `capacity` live nonces.
    ///
    /// # Panics
    ///
    /// If the operating system has no random numbers.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        Self::with_clock(capacity, Clock::system())
    }

    pub(in crate::mcp) fn with_clock(capacity: usize, clock: Clock) -> Self {
        Self {
            epoch: Epoch::new(super::super::random::<16>()),
            clock,
            capacity,
            live: Mutex::default(),
        }
    }

    fn redeem_at(
        &self,
        now: Duration,
        nonce: Nonce,
        expires_at: Duration,
    ) -> Result<Redemption, LedgerError> {
        // A set that may be half changed cannot tell.
        let mut live = self.live.lock().map_err(|_| LedgerError::Unavailable)?;
        live.sweep(now);
        let slot = expires_at.as_secs() / SLOT_SECS;
        // A slot that was swept may have held it, even if this thread saw the time earlier.
        if expires_at <= now || slot < live.swept {
            return Ok(Redemption::Spent);
        }
        let is_full = live.len >= self.capacity;
        let nonces = live.slots.entry(slot).or_default();
        if is_full {
            return if nonces.contains(&nonce) {
                Ok(Redemption::Spent)
            } else {
                Err(LedgerError::Full)
            };
        }
        if !nonces.insert(nonce) {
            return Ok(Redemption::Spent);
        }
        live.len += 1;
        Ok(Redemption::Redeemed)
    }
}

impl Live {
    /// Drops the slots whose nonces have all expired.
    fn sweep(&mut self, now: Duration) {
        let current = now.as_secs() / SLOT_SECS;
        if current > self.swept {
            self.swept = current;
            self.slots.retain(|slot, _| *slot >= current);
            self.len = self.slots.values().map(HashSet::len).sum();
        }
    }
}

impl Ledger for MemoryLedger {
    async fn epoch(&self) -> Result<Epoch, LedgerError> {
        Ok(self.epoch.clone())
    }

    async fn redeem(
        &self,
        epoch: &Epoch,
        nonce: Nonce,
        expires_at: Duration,
    ) -> Result<Redemption, LedgerError> {
        if *epoch != self.epoch {
            return Ok(Redemption::Spent);
        }
        self.redeem_at(self.clock.now(), nonce, expires_at)
    }
}

impl Default for MemoryLedger {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for MemoryLedger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryLedger")
            .field("capacity", &self.capacity)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use proptest::prelude::*;

    fn nonce(n: u8) -> Nonce {
        Nonce::from_bytes([n; 16])
    }

    const NOW: Duration = Duration::from_secs(1_000_000);

    fn in_secs(secs: u64) -> Duration {
        NOW + Duration::from_secs(secs)
    }

    #[test]
    fn a_nonce_is_redeemed_once() {
        let ledger = MemoryLedger::new();
        let redeem = |n| ledger.redeem_at(NOW, nonce(n), in_secs(600));
        assert_eq!(redeem(1), Ok(Redemption::Redeemed));
        assert_eq!(redeem(1), Ok(Redemption::Spent));
        assert_eq!(redeem(2), Ok(Redemption::Redeemed));
    }

    #[test]
    fn a_nonce_is_never_redeemed_at_or_after_its_expiry() {
        let ledger = MemoryLedger::new();
        let just_before = in_secs(600).saturating_sub(Duration::from_millis(1));
        assert_eq!(
            ledger.redeem_at(in_secs(600), nonce(1), in_secs(600)),
            Ok(Redemption::Spent)
        );
        assert_eq!(
            ledger.redeem_at(just_before, nonce(1), in_secs(600)),
            Ok(Redemption::Redeemed)
        );
        assert_eq!(
            ledger.redeem_at(just_before, nonce(1), in_secs(600)),
            Ok(Redemption::Spent)
        );
        for later in [600, 601, 700, 10_000] {
            let again = ledger.redeem_at(in_secs(later), nonce(1), in_secs(600));
            assert_eq!(again, Ok(Redemption::Spent), "{later} s later");
        }
    }

    #[test]
    fn a_full_ledger_refuses_forgets_nothing_and_recovers_with_time() {
        let ledger = MemoryLedger::with_capacity(2);
        assert_eq!(
            ledger.redeem_at(NOW, nonce(1), in_secs(60)),
            Ok(Redemption::Redeemed)
        );
        assert_eq!(
            ledger.redeem_at(NOW, nonce(2), in_secs(600)),
            Ok(Redemption::Redeemed)
        );
        assert_eq!(
            ledger.redeem_at(NOW, nonce(3), in_secs(600)),
            Err(LedgerError::Full)
        );
        assert_eq!(
            ledger.redeem_at(NOW, nonce(1), in_secs(60)),
            Ok(Redemption::Spent)
        );
        assert_eq!(
            ledger.redeem_at(NOW, nonce(2), in_secs(600)),
            Ok(Redemption::Spent)
        );
        let later = in_secs(60 + SLOT_SECS);
        assert_eq!(
            ledger.redeem_at(later, nonce(3), in_secs(600)),
            Ok(Redemption::Redeemed)
        );
        assert_eq!(
            ledger.redeem_at(later, nonce(2), in_secs(600)),
            Ok(Redemption::Spent)
        );
    }

    #[test]
    fn a_thread_that_saw_the_time_before_the_sweep_does_not_redeem_again() {
        let ledger = MemoryLedger::new();
        let expires_at = in_secs(600);
        let just_before = expires_at.saturating_sub(Duration::from_millis(1));
        let redeem = |now| ledger.redeem_at(now, nonce(1), expires_at);
        assert_eq!(redeem(just_before), Ok(Redemption::Redeemed));
        // Another thread is faster, and time has gone on.
        let other = ledger.redeem_at(in_secs(600 + SLOT_SECS), nonce(2), in_secs(900));
        assert_eq!(other, Ok(Redemption::Redeemed));
        assert_eq!(redeem(just_before), Ok(Redemption::Spent));
    }

    #[test]
    fn a_ledger_of_no_capacity_refuses() {
        let ledger = MemoryLedger::with_capacity(0);
        let full = ledger.redeem_at(NOW, nonce(1), in_secs(600));
        assert_eq!(full, Err(LedgerError::Full));
    }

    #[tokio::test]
    async fn a_nonce_of_another_epoch_is_spent() {
        let (ledger, other) = (MemoryLedger::new(), MemoryLedger::new());
        let expires_at = Clock::system().now() + Duration::from_secs(600);
        let theirs = Ledger::epoch(&other).await.unwrap();
        let redeemed = Ledger::redeem(&ledger, &theirs, nonce(1), expires_at).await;
        assert_eq!(redeemed, Ok(Redemption::Spent));
        let ours = Ledger::epoch(&ledger).await.unwrap();
        let redeemed = Ledger::redeem(&ledger, &ours, nonce(1), expires_at).await;
        assert_eq!(redeemed, Ok(Redemption::Redeemed));
    }

    proptest! {
        /// Against a plain list of what was redeemed, and when it expires.
        #[test]
        fn it_remembers_exactly_what_was_redeemed_until_it_expires(
            capacity in 0..12_usize,
            ttls in prop::collection::vec(1..200_000_u64, 16),
            steps in prop::collection::vec((0..16_u8, 0..20_000_u64), 1..200),
        ) {
            let ledger = MemoryLedger::with_capacity(capacity);
            let mut redeemed: HashMap<u8, Duration> = HashMap::new();
            let mut now = NOW;
            for (n, step) in steps {
                now += Duration::from_millis(step);
                let expires_at = NOW + Duration::from_millis(ttls[usize::from(n)] * 4);
                let outcome = ledger.redeem_at(now, nonce(n), expires_at);
                // Up to a slot longer than it has to.
                let slot = Duration::from_secs(SLOT_SECS);
                let live = redeemed.values().filter(|expiry| **expiry > now).count();
                let kept = redeemed.values().filter(|expiry| **expiry + slot > now).count();
                if expires_at <= now || redeemed.contains_key(&n) {
                    prop_assert_eq!(outcome, Ok(Redemption::Spent));
                } else if live >= capacity {
                    prop_assert_eq!(outcome, Err(LedgerError::Full));
                } else if kept < capacity {
                    prop_assert_eq!(outcome, Ok(Redemption::Redeemed));
                } else {
                    prop_assert_ne!(outcome, Ok(Redemption::Spent));
                }
                if outcome == Ok(Redemption::Redeemed) {
                    redeemed.insert(n, expires_at);
                }
            }
        }
    }

    #[test]
    fn of_many_threads_with_one_nonce_exactly_one_redeems() {
        let ledger = MemoryLedger::new();
        for n in 0..200 {
            let redeemed = std::thread::scope(|scope| {
                let threads: Vec<_> = (0..4)
                    .map(|_| scope.spawn(|| ledger.redeem_at(NOW, nonce(n), in_secs(600))))
                    .collect();
                threads
                    .into_iter()
                    .filter_map(|thread| thread.join().ok())
                    .filter(|outcome| *outcome == Ok(Redemption::Redeemed))
                    .count()
            });
            assert_eq!(redeemed, 1);
        }
    }
}
