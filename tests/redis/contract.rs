//! What every ledger promises, held against each.

use std::{
    collections::HashSet,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use countersign::mcp::{
    Epoch, Ledger, LedgerError, MemoryLedger, Nonce,
    Redemption::{self, Redeemed, Spent},
    RedisLedger,
};
use proptest::{
    array,
    collection::vec,
    prelude::any,
    prop_assert_eq, prop_oneof,
    test_runner::{Config, TestRunner},
};
use tokio::{runtime::Handle, task::block_in_place};

use crate::{Test, block_on, instance::Instance};

macro_rules! contract {
    ($($test:ident),* $(,)?) => {
        pub(crate) const IN_MEMORY: &[Test] = &[
            $((concat!("contract::memory::", stringify!($test)), || {
                block_on($test(MemoryLedger::new()));
            })),*
        ];
        pub(crate) const IN_REDIS: &[Test] = &[
            $((concat!("contract::redis::", stringify!($test)), || {
                let instance = Instance::start(&[]);
                block_on($test(RedisLedger::new(&instance.url()).unwrap()));
            })),*
        ];
    };
}

contract!(
    a_nonce_is_redeemed_once,
    what_has_expired_is_spent,
    what_expires_is_spent_from_then_on,
    an_expiry_in_the_far_future_is_kept,
    another_epoch_is_spent_and_spends_nothing,
    of_many_at_once_exactly_one_redeems,
    it_agrees_with_the_model,
);

/// A nonce that was never there before.
pub(crate) fn fresh() -> Nonce {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let mut bytes = [0xcc; 16];
    bytes[..8].copy_from_slice(&NEXT.fetch_add(1, Ordering::Relaxed).to_le_bytes());
    Nonce::from_bytes(bytes)
}

pub(crate) fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap()
}

/// Ten minutes from now.
pub(crate) fn later() -> Duration {
    now() + Duration::from_secs(600)
}

/// Redeems in the epoch that is.
pub(crate) async fn redeem(
    ledger: &impl Ledger,
    nonce: Nonce,
    expires_at: Duration,
) -> Result<Redemption, LedgerError> {
    let epoch = ledger.epoch().await?;
    ledger.redeem(&epoch, nonce, expires_at).await
}

async fn a_nonce_is_redeemed_once(ledger: impl Ledger) {
    let (one, another, expiry) = (fresh(), fresh(), later());
    assert_eq!(redeem(&ledger, one, expiry).await, Ok(Redeemed));
    assert_eq!(redeem(&ledger, another, expiry).await, Ok(Redeemed));
    for nonce in [one, another, one] {
        assert_eq!(redeem(&ledger, nonce, expiry).await, Ok(Spent));
    }
}

async fn what_has_expired_is_spent(ledger: impl Ledger) {
    let ago = |time| now().checked_sub(time).unwrap();
    for expiry in [
        Duration::ZERO,
        Duration::from_millis(1),
        ago(Duration::from_secs(600)),
        ago(Duration::from_millis(1)),
        ago(Duration::ZERO),
    ] {
        let outcome = redeem(&ledger, fresh(), expiry).await;
        assert_eq!(outcome, Ok(Spent), "{expiry:?}");
    }
}

async fn what_expires_is_spent_from_then_on(ledger: impl Ledger) {
    let (redeemed, never) = (fresh(), fresh());
    let expiry = now() + Duration::from_millis(300);
    assert_eq!(redeem(&ledger, redeemed, expiry).await, Ok(Redeemed));
    tokio::time::sleep(Duration::from_millis(310)).await;
    // The first to be forgotten, and then asked for again.
    assert_eq!(redeem(&ledger, fresh(), later()).await, Ok(Redeemed));
    assert_eq!(redeem(&ledger, redeemed, expiry).await, Ok(Spent));
    assert_eq!(redeem(&ledger, never, expiry).await, Ok(Spent));
}

async fn an_expiry_in_the_far_future_is_kept(ledger: impl Ledger) {
    let century = Duration::from_secs(100 * 365 * 86_400);
    for expiry in [
        now() + century,
        Duration::from_millis((1 << 53) + 1),
        Duration::from_millis(u64::MAX),
        Duration::MAX,
    ] {
        let nonce = fresh();
        assert_eq!(redeem(&ledger, nonce, expiry).await, Ok(Redeemed));
        assert_eq!(redeem(&ledger, nonce, expiry).await, Ok(Spent));
    }
}

async fn another_epoch_is_spent_and_spends_nothing(ledger: impl Ledger) {
    let epoch = ledger.epoch().await.unwrap();
    assert_eq!(ledger.epoch().await, Ok(epoch.clone()));
    let nonce = fresh();
    let (mut longer, mut altered) = (epoch.as_bytes().to_vec(), epoch.as_bytes().to_vec());
    longer.push(b'0');
    altered[0] ^= 1;
    let shorter = &epoch.as_bytes()[1..];
    for other in [Vec::new(), longer, altered, shorter.to_vec()] {
        let outcome = ledger.redeem(&Epoch::new(other), nonce, later()).await;
        assert_eq!(outcome, Ok(Spent));
    }
    assert_eq!(ledger.redeem(&epoch, nonce, later()).await, Ok(Redeemed));
}

async fn of_many_at_once_exactly_one_redeems(ledger: impl Ledger) {
    let ledger = Arc::new(ledger);
    let epoch = ledger.epoch().await.unwrap();
    let expiry = later();
    for _ in 0..50 {
        let nonce = fresh();
        let tasks: Vec<_> = (0..16)
            .map(|_| {
                let (ledger, epoch) = (Arc::clone(&ledger), epoch.clone());
                tokio::spawn(async move { ledger.redeem(&epoch, nonce, expiry).await })
            })
            .collect();
        let mut redeemed = 0;
        for task in tasks {
            match task.await.unwrap().unwrap() {
                Redeemed => redeemed += 1,
                Spent => {}
            }
        }
        assert_eq!(redeemed, 1);
    }
}

/// The model: a set of what was redeemed before it expired.
async fn it_agrees_with_the_model(ledger: impl Ledger) {
    // None that is about to expire, which would be a race.
    let offset = prop_oneof![-600_000..=0_i64, 60_000..600_000_i64];
    let call = (0..6_usize, any::<bool>());
    let run = (array::uniform6(offset), vec(call, 1..40));
    let mut runner = TestRunner::new(Config {
        cases: 40,
        failure_persistence: None,
        ..Config::default()
    });
    let other = Epoch::new("another");
    let outcome = runner.run(&run, |(offsets, calls)| {
        let now = i64::try_from(now().as_millis()).unwrap();
        let nonces = offsets.map(|offset| {
            let expiry = Duration::from_millis((now + offset).try_into().unwrap());
            (fresh(), expiry, offset > 0)
        });
        let mut redeemed = HashSet::new();
        for (n, in_epoch) in calls {
            let (nonce, expiry, live) = nonces[n];
            let outcome = block_in_place(|| {
                Handle::current().block_on(async {
                    let epoch = ledger.epoch().await?;
                    let epoch = if in_epoch { &epoch } else { &other };
                    ledger.redeem(epoch, nonce, expiry).await
                })
            });
            let redeems = in_epoch && live && redeemed.insert(n);
            prop_assert_eq!(outcome, Ok(if redeems { Redeemed } else { Spent }));
        }
        Ok(())
    });
    assert_eq!(outcome, Ok(()));
}
