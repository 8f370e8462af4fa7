//! What the ledger finds in `countersign::mcp`.

#[path = "../../../src/mcp/clock.rs"]
mod clock;
#[allow(
    dead_code,
    unexpected_cfgs,
    reason = "what the crate alone needs of it"
)]
#[path = "../../../src/mcp/ledger/mod.rs"]
pub mod ledger;
pub mod sync;

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has random numbers");
    bytes
}
