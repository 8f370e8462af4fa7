//! What it costs to redeem a nonce in the memory ledger, as a ratio to inserting the same nonce
//! into a bare `HashSet`, in the same run:
//!
//!     cargo bench --all-features --bench ledger
//!
//! Each round fills both from empty to a million, and takes turns between them every thousand
//! nonces, so that whatever else the machine does falls on both. The median of the rounds counts.

use std::{
    collections::HashSet,
    future::Future,
    pin::pin,
    task::{Context, Poll, Waker},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use countersign::mcp::{Ledger, MemoryLedger, Nonce, Redemption};

const ROUNDS: usize = 9;
const NONCES: u32 = 1_000_000;
const TURN: usize = 1_000;

/// Drives a future that is ready at once, as those of this ledger are.
fn ready<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("the memory ledger does not wait"),
    }
}

/// Nonces as random as real ones (`SplitMix64`).
fn nonces(seed: u64) -> Vec<Nonce> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    };
    let nonce = |high: u64, low: u64| u128::from(high) << 64 | u128::from(low);
    (0..NONCES)
        .map(|_| Nonce::from_bytes(nonce(next(), next()).to_ne_bytes()))
        .collect()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Nanoseconds for each nonce: of the set, and of the ledger.
fn round(seed: u64, spread: Duration) -> (f64, f64) {
    let nonces = nonces(seed);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let expiry = |index: usize| {
        let share = u32::try_from(index % 1_024).unwrap();
        now + Duration::from_secs(600) + spread * share / 1_024
    };
    let (mut set, ledger) = (HashSet::new(), MemoryLedger::new());
    let epoch = ready(ledger.epoch()).unwrap();
    let (mut bare, mut gated) = (Duration::ZERO, Duration::ZERO);
    for (turn, chunk) in nonces.chunks(TURN).enumerate() {
        let began = Instant::now();
        for nonce in chunk {
            assert!(set.insert(*nonce));
        }
        bare += began.elapsed();
        let began = Instant::now();
        for (index, nonce) in chunk.iter().enumerate() {
            let redeemed = ready(ledger.redeem(&epoch, *nonce, expiry(turn * TURN + index)));
            assert_eq!(redeemed, Ok(Redemption::Redeemed));
        }
        gated += began.elapsed();
    }
    let each = |total: Duration| total.as_secs_f64() * 1e9 / f64::from(NONCES);
    (each(bare), each(gated))
}

fn main() {
    println!("redeem in MemoryLedger, over HashSet::insert of the same nonce, 0 to {NONCES} live");
    for (name, spread) in [
        ("all expire together", Duration::ZERO),
        ("expiries over ten minutes", Duration::from_secs(600)),
    ] {
        let (bare, gated): (Vec<_>, Vec<_>) =
            (0..ROUNDS as u64).map(|seed| round(seed, spread)).unzip();
        let ratios = bare.iter().zip(&gated).map(|(bare, gated)| gated / bare);
        println!(
            "{name}: {:.2} (set {:.0} ns, ledger {:.0} ns)",
            median(ratios.collect()),
            median(bare.clone()),
            median(gated.clone()),
        );
    }
}
