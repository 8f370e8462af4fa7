//! What a memory ledger takes at a million live nonces. A program of its own, since it counts
//! what the whole process allocates.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use countersign::mcp::{Ledger, LedgerError, MemoryLedger, Nonce, Redemption};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

/// 64 MB.
const LIMIT: usize = 64_000_000;

const MILLION: u64 = 1_000_000;

fn nonce(n: u64) -> Nonce {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&n.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes());
    bytes[8..].copy_from_slice(&n.to_le_bytes());
    Nonce::from_bytes(bytes)
}

#[tokio::test]
async fn a_million_live_nonces_take_at_most_64_mb() {
    let start = SystemTime::now().duration_since(UNIX_EPOCH).unwrap() + Duration::from_secs(600);
    // How far apart the first and the last expire.
    for spread in [0, 60, 600, 86_400] {
        let expiry =
            |n| start + Duration::from_secs(spread) * u32::try_from(n).unwrap() / 1_000_000;
        let before = ALLOCATED.current_usage();
        ALLOCATED.reset_peak_usage();
        let ledger = MemoryLedger::new();
        let epoch = ledger.epoch().await.unwrap();
        for n in 0..MILLION {
            let redeemed = ledger.redeem(&epoch, nonce(n), expiry(n)).await;
            assert_eq!(redeemed, Ok(Redemption::Redeemed));
        }
        let peak = ALLOCATED.peak_usage() - before;
        println!("{spread:>6} s apart: {peak} bytes");
        assert!(
            peak > 16_000_000,
            "the nonces alone take more than {peak} bytes"
        );
        assert!(peak <= LIMIT, "{peak} bytes, spread over {spread} s");
        // They are live, and there is no room for another.
        for n in (0..MILLION).step_by(97) {
            let again = ledger.redeem(&epoch, nonce(n), expiry(n)).await;
            assert_eq!(again, Ok(Redemption::Spent));
        }
        let another = ledger.redeem(&epoch, nonce(MILLION), expiry(0)).await;
        assert_eq!(another, Err(LedgerError::Full));
    }
}
