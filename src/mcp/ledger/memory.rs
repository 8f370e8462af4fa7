use std::{
    collections::{HashMap, HashSet},
    fmt,
    sync::Mutex,
    time::Duration,
};

use super::{Epoch, Ledger, LedgerError, Nonce, Redemption};
use crate::mcp::clock::Clock;

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
    slots: HashMap<u64, HashSet<Nonce>>,
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
        Self {
            epoch: Epoch::new(super::super::random::<16>()),
            clock: Clock::system(),
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
        if expires_at <= now {
            return Ok(Redemption::Spent);
        }
        let slot = expires_at.as_secs() / SLOT_SECS;
        if live
            .slots
            .get(&slot)
            .is_some_and(|nonces| nonces.contains(&nonce))
        {
            return Ok(Redemption::Spent);
        }
        if live.len >= self.capacity {
            return Err(LedgerError::Full);
        }
        live.slots.entry(slot).or_default().insert(nonce);
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
    use super::*;

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
        let just_before = in_secs(600) - Duration::from_millis(1);
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
